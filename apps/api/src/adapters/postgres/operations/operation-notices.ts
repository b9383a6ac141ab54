import type pg from 'pg';
import type { PublicAddress } from '#domain/address/address';
import type { TokenId } from '#domain/token/token';
import {
  OPERATION_TOPICS,
  type OperationNotices,
  type UntoldEnd,
} from '../../../ports/operation-notices.ts';

interface EndRow {
  readonly id: string;
  readonly topic: string;
  readonly operation_id: string;
  readonly created_at: Date;
  readonly email: string | null;
  readonly name: string | null;
  readonly wants: boolean;
  readonly kind: string | null;
  readonly token_id: TokenId;
  readonly amount: string;
  readonly recipient: PublicAddress;
}

/** Notices that were stored with the end of an operation and have no channel yet. */
const TAKE = `
  with due as (
    select id from outbox
    where channel is null and sent_at is null and topic like 'operation-%' and (due_at is null or due_at <= $1)
    order by id limit $2 for update skip locked
  ), taken as (
    update outbox n set due_at = $3 from due where n.id = due.id
    returning n.id, n.topic, n.user_id, n.created_at, n.content->>'operationId' as operation_id
  )
  select t.*, u.email, u.name, coalesce(s.wants_payment_mails, true) as wants,
    o.kind, o.token_id, o.amount, o.recipient
  from taken t
  left join operations o on o.id = t.operation_id::uuid
  left join users u on u.id = t.user_id
  left join notification_settings s on s.user_id = t.user_id
  order by t.id`;

/** Ends of operations as rows of the outbox: stored by the book, given a channel here, sent by whoever sends. */
export function createPostgresOperationNotices({
  pool,
}: {
  readonly pool: pg.Pool;
}): OperationNotices {
  return {
    async take(now, most, leaseMs) {
      const { rows } = await pool.query<EndRow>(TAKE, [
        now,
        most,
        new Date(now.getTime() + leaseMs),
      ]);
      return rows.map(untoldEnd);
    },
    async address(noticeId, { to, content }, now) {
      await pool.query(
        `update outbox set channel = 'email', recipient = $2, content = content || $3::jsonb, due_at = $4
         where id = $1 and channel is null and sent_at is null`,
        [noticeId, to, JSON.stringify(content), now],
      );
    },
    async drop(noticeId, now) {
      await pool.query(
        'update outbox set sent_at = $2 where id = $1 and channel is null and sent_at is null',
        [noticeId, now],
      );
    },
  };
}

function untoldEnd(row: EndRow): UntoldEnd {
  const { email, name, wants, kind, token_id: tokenId, amount, recipient } = row;
  return {
    noticeId: row.id,
    topic: OPERATION_TOPICS.find((topic) => topic === row.topic) ?? null,
    operationId: row.operation_id,
    endedAt: row.created_at,
    reader: wants && email !== null && name !== null ? { email, name } : null,
    // Whatever is not known to be public is treated as private.
    payment: kind === 'send' ? { tokenId, amount: BigInt(amount), recipient } : null,
  };
}
