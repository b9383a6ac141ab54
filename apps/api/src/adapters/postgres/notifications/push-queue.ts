import type pg from 'pg';
import type { DuePush, PushQueue } from '../../../ports/push-subscriptions.ts';
import type { RowSeals } from '../../../ports/row-seals.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, run, statement } from '../connection/statement.ts';
import type { pushSubscriptions } from '../schema/push.ts';
import { subscriptionContent } from './push-seals.ts';

type DueRow = RowOf<
  typeof pushSubscriptions,
  'session_id' | 'user_id' | 'endpoint' | 'marks' | 'failures' | 'seal'
>;

/** A session that is idle for too long is over, although its row may still be there. */
export const TAKE_PUSHES = statement<DueRow>(`
  with due as (
    select p.session_id from push_subscriptions p
    join sessions s on s.id = p.session_id and s.user_id = p.user_id
    where p.pending_since is not null and p.due_at <= $1 and s.ends_at > $1 and s.last_active_at > $4
    order by p.due_at limit $2 for update of p skip locked
  )
  update push_subscriptions p set due_at = $3 from due where p.session_id = due.session_id
  returning p.session_id, p.user_id, p.endpoint, p.marks, p.failures, p.seal`);

/** What was marked while the message was on its way is new. */
export const MARK_PUSHED = statement(
  `update push_subscriptions set pending_since = case when marks = $3 then null else pending_since end,
     due_at = $4, failures = 0
   where session_id = $1 and endpoint = $2`,
);

export const MARK_PUSH_FAILED = statement(
  `update push_subscriptions set due_at = $3, failures = failures + 1
   where session_id = $1 and endpoint = $2`,
);

export const REMOVE_GONE = statement(
  'delete from push_subscriptions where session_id = $1 and endpoint = $2',
);

export const GIVE_UP_PUSHES = statement(
  'update push_subscriptions set pending_since = null, failures = 0 where pending_since <= $1',
);

/** Subscriptions as rows, as the process that sends sees them; one without its seal is deleted. */
export function createPostgresPushQueue(
  { pool }: { readonly pool: pg.Pool },
  seals: Pick<RowSeals, 'isSealed'>,
): PushQueue {
  const remove = async ({ sessionId, endpoint }: Pick<DuePush, 'sessionId' | 'endpoint'>) => {
    await run(pool, REMOVE_GONE, [sessionId, endpoint]);
  };
  return {
    async take({ now, idleSince, most }, leaseMs) {
      const leasedUntil = new Date(now.getTime() + leaseMs);
      const rows = await readAll(pool, TAKE_PUSHES, [now, most, leasedUntil, idleSince]);
      const isOwn = (row: DueRow) => seals.isSealed(...subscriptionContent(duePush(row)), row.seal);
      const own = rows.filter(isOwn);
      for (const row of rows) if (!own.includes(row)) await remove(duePush(row));
      return own.map(duePush);
    },
    async markSent({ sessionId, endpoint, marks }, nextAt) {
      await run(pool, MARK_PUSHED, [sessionId, endpoint, marks, nextAt]);
    },
    async markFailed({ sessionId, endpoint }, retryAt) {
      await run(pool, MARK_PUSH_FAILED, [sessionId, endpoint, retryAt]);
    },
    remove,
    async giveUp(before) {
      await run(pool, GIVE_UP_PUSHES, [before]);
    },
  };
}

function duePush(row: DueRow): DuePush {
  return {
    ...{ sessionId: row.session_id, userId: row.user_id, endpoint: row.endpoint },
    ...{ marks: row.marks, failures: row.failures },
  };
}
