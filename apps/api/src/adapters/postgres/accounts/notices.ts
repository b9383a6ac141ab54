import type { Notice } from '../../../ports/outbox.ts';
import type { Queryable } from '../connection/transaction.ts';

/** Writes notices in the transaction of what they tell of. */
export async function insertNotices(
  connection: Queryable,
  notices: readonly Notice[],
  now: Date,
): Promise<void> {
  for (const { topic, channel, recipient, userId, content, secret, expiresAt } of notices) {
    await connection.query(
      `insert into outbox (topic, channel, recipient, user_id, content, secret, created_at, expires_at, due_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $7)`,
      [topic, channel, recipient, userId, content, secret, now, expiresAt],
    );
  }
}
