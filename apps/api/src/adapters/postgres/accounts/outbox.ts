import type pg from 'pg';
import { type Outbox, SECURITY_TOPICS } from '../../../ports/outbox.ts';
import { readAll, run, statement } from '../connection/statement.ts';
import { insertNotices } from './notices.ts';
import { type NoticeRow, takeAlso, takenNotices, takeValues } from './taken-notices.ts';

/** The first attempt to send an email about security, $5, also wakes up the browsers of its user. */
export const TAKE_NOTICES = statement<Omit<NoticeRow, 'secret'>>(
  takeAlso(
    'topic <> all($4)',
    `marked as (
    select session_id from push_subscriptions where user_id in (
      select user_id from taken where topic = any($5) and channel = 'email' and attempts = 0)
    order by session_id for update
  ), pushed as (
    update push_subscriptions p set pending_since = coalesce(p.pending_since, $1), marks = p.marks + 1
    from marked where p.session_id = marked.session_id
  )`,
  ),
);

export const MARK_SENT = statement('update outbox set sent_at = $2 where id = $1');

export const MARK_FAILED = statement(
  'update outbox set due_at = $2 where id = $1 and sent_at is null',
);

export const SWEEP = statement(
  `delete from outbox where created_at < $1
   and (sent_at is not null or (channel is not null and due_at is null))`,
);

/**
 * Notices as rows, without the codes: those are sent by the process that can open them (`createPostgresCodeOutbox`),
 * and this one's role may not read them. Operation notices get their channel a moment after they are stored.
 */
export function createPostgresOutbox({ pool }: { readonly pool: pg.Pool }): Outbox {
  return {
    add: (notices, now) => insertNotices(pool, notices, now),
    async take(now, most, leaseMs) {
      const rows = await readAll(pool, TAKE_NOTICES, [
        ...takeValues(now, most, leaseMs),
        SECURITY_TOPICS,
      ]);
      return takenNotices(rows.map((row) => ({ ...row, secret: null })));
    },
    async markSent(id, now) {
      await run(pool, MARK_SENT, [id, now]);
    },
    async markFailed(id, retryAt) {
      await run(pool, MARK_FAILED, [id, retryAt]);
    },
    async sweep(before) {
      await run(pool, SWEEP, [before]);
    },
  };
}
