import type pg from 'pg';
import type { Channel, NoticeTopic, Outbox, TakenNotice } from '../../../ports/outbox.ts';
import { insertNotices } from './notices.ts';

interface NoticeRow {
  readonly id: string;
  readonly topic: NoticeTopic;
  readonly channel: Channel;
  readonly recipient: string;
  readonly user_id: string | null;
  readonly content: Record<string, string>;
  readonly secret: Buffer | null;
  readonly expires_at: Date | null;
  readonly created_at: Date;
  readonly attempts: number;
}

/** Notices as rows. Only those that have a channel are sent; ends of operations get theirs a moment later. */
export function createPostgresOutbox({ pool }: { readonly pool: pg.Pool }): Outbox {
  return {
    add: (notices, now) => insertNotices(pool, notices, now),
    async take(now, most, leaseMs) {
      const { rows } = await pool.query<NoticeRow>(
        `with due as (
           select id from outbox where sent_at is null and channel is not null and due_at <= $1
           order by due_at, id limit $2 for update skip locked
         )
         update outbox o set due_at = $3, attempts = attempts + 1 from due where o.id = due.id
         returning o.id, topic, channel, recipient, user_id, content, secret, expires_at, created_at,
           attempts - 1 as attempts`,
        [now, most, new Date(now.getTime() + leaseMs)],
      );
      return rows.map(takenNotice).sort((one, other) => Number(BigInt(one.id) - BigInt(other.id)));
    },
    async markSent(id, now) {
      await pool.query('update outbox set sent_at = $2, secret = null where id = $1', [id, now]);
    },
    async markFailed(id, retryAt) {
      await pool.query(
        `update outbox set due_at = $2::timestamptz, secret = case when $2 is null then null else secret end
         where id = $1 and sent_at is null`,
        [id, retryAt],
      );
    },
    async sweep(before, now) {
      await pool.query(
        'update outbox set secret = null where secret is not null and expires_at <= $1',
        [now],
      );
      await pool.query(
        `delete from outbox where created_at < $1
         and (sent_at is not null or (channel is not null and due_at is null))`,
        [before],
      );
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
