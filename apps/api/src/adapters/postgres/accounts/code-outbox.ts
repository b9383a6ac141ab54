import type pg from 'pg';
import type { CodeOutbox } from '../../../ports/outbox.ts';
import { readAll, run, statement } from '../connection/statement.ts';
import { type NoticeRow, takenNotices, takeValues, takeWhere } from './taken-notices.ts';

export const TAKE_CODES = statement<NoticeRow>(`${takeWhere('topic = any($4)')}, secret`);

export const MARK_SENT = statement('update outbox set sent_at = $2, secret = null where id = $1');

export const MARK_FAILED = statement(
  `update outbox set due_at = $2::timestamptz, secret = case when $2 is null then null else secret end
   where id = $1 and sent_at is null`,
);

export const FORGET_SECRETS = statement(
  'update outbox set secret = null where secret is not null and expires_at <= $1',
);

/** The notices that have a code, for the process that can open it. */
export function createPostgresCodeOutbox({ pool }: { readonly pool: pg.Pool }): CodeOutbox {
  return {
    async take(now, most, leaseMs) {
      return takenNotices(await readAll(pool, TAKE_CODES, takeValues(now, most, leaseMs)));
    },
    async markSent(id, now) {
      await run(pool, MARK_SENT, [id, now]);
    },
    async markFailed(id, retryAt) {
      await run(pool, MARK_FAILED, [id, retryAt]);
    },
    async forgetSecrets(now) {
      await run(pool, FORGET_SECRETS, [now]);
    },
  };
}
