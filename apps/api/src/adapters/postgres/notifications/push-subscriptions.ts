import type pg from 'pg';
import type { PushSubscriptions } from '../../../ports/push-subscriptions.ts';
import type { RowSeals } from '../../../ports/row-seals.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction } from '../connection/transaction.ts';
import type { pushSubscriptions } from '../schema/push.ts';
import { subscriptionContent } from './push-seals.ts';

export const HAS = statement('select 1 from push_subscriptions where session_id = $1');

export const REMOVE_SAME = statement(
  'delete from push_subscriptions where endpoint = $1 and session_id <> $2',
);

/** Only for a session that is there, of this user. */
export const PUT = statement(
  `insert into push_subscriptions as p (session_id, user_id, endpoint, created_at, due_at, seal)
   select s.id, s.user_id, $3, $4, $4, $5 from sessions s where s.id = $1 and s.user_id = $2
   on conflict (session_id) do update set user_id = excluded.user_id, endpoint = excluded.endpoint,
     created_at = excluded.created_at, pending_since = null, due_at = excluded.due_at, failures = 0,
     seal = excluded.seal`,
);

export const REMOVE = statement('delete from push_subscriptions where session_id = $1');

export const REQUEST_NOW = statement(
  `update push_subscriptions set pending_since = coalesce(pending_since, $2), marks = marks + 1, due_at = $2, failures = 0
   where session_id = $1`,
);

export const OUTCOME = statement<RowOf<typeof pushSubscriptions, 'pending_since' | 'failures'>>(
  'select pending_since, failures from push_subscriptions where session_id = $1',
);

/** Subscriptions as rows, as the process that serves browsers sees them. */
export function createPostgresPushSubscriptions(
  { pool }: { readonly pool: pg.Pool },
  seals: Pick<RowSeals, 'seal'>,
): PushSubscriptions {
  return {
    has: async (sessionId) => (await run(pool, HAS, [sessionId])) > 0,
    put: (subscription, now) =>
      inTransaction(pool, async (connection) => {
        const { sessionId, userId, endpoint } = subscription;
        await run(connection, REMOVE_SAME, [endpoint, sessionId]);
        const seal = seals.seal(...subscriptionContent(subscription));
        return (await run(connection, PUT, [sessionId, userId, endpoint, now, seal])) > 0;
      }),
    async remove(sessionId) {
      await run(pool, REMOVE, [sessionId]);
    },
    requestNow: async (sessionId, now) => (await run(pool, REQUEST_NOW, [sessionId, now])) > 0,
    async outcome(sessionId) {
      const row = await readFirst(pool, OUTCOME, [sessionId]);
      if (row === null || row.failures > 0) return 'failed';
      return row.pending_since === null ? 'sent' : 'waiting';
    },
  };
}
