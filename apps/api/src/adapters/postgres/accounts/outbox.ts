import type pg from 'pg';
import type { Outbox } from '../../../ports/outbox.ts';
import { readAll, run, statement } from '../connection/statement.ts';
import { insertNotices } from './notices.ts';
import { type NoticeRow, takenNotices, takeValues, takeWhere } from './taken-notices.ts';

export const TAKE_NOTICES = statement<Omit<NoticeRow, 'secret'>>(takeWhere('topic <> all($4)'));

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
      const rows = await readAll(pool, TAKE_NOTICES, takeValues(now, most, leaseMs));
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
