import type pg from 'pg';
import type { HeldClaimMessages } from '../../../ports/claim-ends.ts';
import type { Claims } from '../../../ports/claims.ts';
import { insertNotices } from '../accounts/notices.ts';
import { run, statement } from '../connection/statement.ts';
import { inTransaction } from '../connection/transaction.ts';
import { IS_FREE } from './claim-end.ts';
import { REMIND, remindValues } from './claim-reminders.ts';
import { MOVED_NOTHING } from './operation-rows.ts';

/** Only of one whose money was sent, and while it can still be claimed. Values: $1 claim, $2 now. */
export const NOTIFY = statement(`
  update claims c set notified_at = $2
  where c.id = $1 and c.notified_at is null and c.expires_at > $2 and ${IS_FREE} and exists (
    select 1 from operations f where f.user_id = c.user_id and f.idempotency_key = c.funding_key
      and f.status not in (${MOVED_NOTHING}))`);

const HELD_FOR = `case when o.content->>'claimId' ~ '^[0-9a-f-]{36}$' then (o.content->>'claimId')::uuid end`;

/** Values: $1 now. */
export const RELEASE_MESSAGES = statement(`
  update outbox o set due_at = $1
  from claims c join operations f on f.user_id = c.user_id and f.idempotency_key = c.funding_key
  where o.topic = 'claim-sent' and o.sent_at is null and o.channel is not null and o.attempts = 0 and o.due_at > $1
    and c.id = ${HELD_FOR} and f.status in ('mined', 'confirmed')`);

/** First messages that wait for their money; needs no key. */
export function createPostgresHeldClaimMessages({
  pool,
}: {
  readonly pool: pg.Pool;
}): HeldClaimMessages {
  return {
    async release(now) {
      await run(pool, RELEASE_MESSAGES, [now]);
    },
  };
}

/** Messages about payments by link, stored with the row that says that they were. */
export function createPostgresClaimMessages({
  pool,
}: {
  readonly pool: pg.Pool;
}): Pick<Claims, 'notify' | 'remind'> {
  return {
    notify: (id, notices, now) =>
      inTransaction(pool, async (connection) => {
        if ((await run(connection, NOTIFY, [id, now])) === 0) return false;
        await insertNotices(connection, notices, now);
        return true;
      }),
    remind: (id, notices, now) =>
      inTransaction(pool, async (connection) => {
        if ((await run(connection, REMIND, remindValues(id, now))) === 0) return false;
        await insertNotices(connection, notices, now);
        return true;
      }),
  };
}
