import type pg from 'pg';
import {
  CODE_TOPICS,
  type NoticeTopic,
  type Outbox,
  type TakenNotice,
} from '../../../ports/outbox.ts';
import type { Held, RowOf } from '../connection/row-of.ts';
import { readAll, run, statement } from '../connection/statement.ts';
import type { outbox } from '../schema/outbox.ts';
import { insertNotices } from './notices.ts';

/** Only notices with a channel are claimed, and those have a recipient too. */
type NoticeRow = RowOf<
  typeof outbox,
  'id' | 'user_id' | 'content' | 'secret' | 'expires_at' | 'created_at' | 'attempts'
> &
  Held<RowOf<typeof outbox, 'channel' | 'recipient'>> & { readonly topic: NoticeTopic };

const TAKEN = `o.id, topic, channel, recipient, user_id, content, expires_at, created_at,
  attempts - 1 as attempts`;

/** Values: $1 now, $2 limit, $3 end of the lease, $4 the topics that have codes. */
const takeWhere = (condition: string) => `
  with due as (
    select id from outbox where sent_at is null and channel is not null and due_at <= $1 and ${condition}
    order by due_at, id limit $2 for update skip locked
  )
  update outbox o set due_at = $3, attempts = attempts + 1 from due where o.id = due.id
  returning ${TAKEN}`;

export const TAKE_NOTICES = statement<Omit<NoticeRow, 'secret'>>(takeWhere('topic <> all($4)'));

export const TAKE_CODES = statement<NoticeRow>(`${takeWhere('topic = any($4)')}, secret`);

export const MARK_SENT = statement('update outbox set sent_at = $2, secret = null where id = $1');

export const MARK_FAILED = statement(
  `update outbox set due_at = $2::timestamptz, secret = case when $2 is null then null else secret end
   where id = $1 and sent_at is null`,
);

export const FORGET_SECRETS = statement(
  'update outbox set secret = null where secret is not null and expires_at <= $1',
);

export const SWEEP = statement(
  `delete from outbox where created_at < $1
   and (sent_at is not null or (channel is not null and due_at is null))`,
);

/**
 * Notices as rows. Only those that have a channel are sent; operation notices get theirs a moment later.
 * @param part which ones `take` returns: codes are sent by the process that can open them
 */
export function createPostgresOutbox(
  { pool }: { readonly pool: pg.Pool },
  part: 'codes' | 'notices',
): Outbox {
  return {
    add: (notices, now) => insertNotices(pool, notices, now),
    async take(now, most, leaseMs) {
      const values = [now, most, new Date(now.getTime() + leaseMs), CODE_TOPICS];
      const rows =
        part === 'codes'
          ? await readAll(pool, TAKE_CODES, values)
          : (await readAll(pool, TAKE_NOTICES, values)).map((row) => ({ ...row, secret: null }));
      return rows.map(takenNotice).sort((one, other) => Number(BigInt(one.id) - BigInt(other.id)));
    },
    async markSent(id, now) {
      await run(pool, MARK_SENT, [id, now]);
    },
    async markFailed(id, retryAt) {
      await run(pool, MARK_FAILED, [id, retryAt]);
    },
    async sweep(before, now) {
      await run(pool, FORGET_SECRETS, [now]);
      await run(pool, SWEEP, [before]);
    },
  };
}

function takenNotice(row: NoticeRow): TakenNotice {
  return {
    id: row.id,
    topic: row.topic,
    channel: row.channel,
    recipient: row.recipient,
    userId: row.user_id,
    content: row.content,
    secret: row.secret,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    attempts: row.attempts,
  };
}
