import type { Notice } from '../../../ports/outbox.ts';
import { run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';

export const INSERT_NOTICE = statement(
  `insert into outbox (topic, channel, recipient, user_id, content, secret, created_at, expires_at, due_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

/** Writes notices in the transaction of what they report. */
export async function insertNotices(
  connection: Queryable,
  notices: readonly Notice[],
  now: Date,
): Promise<void> {
  for (const { topic, channel, recipient, userId, content, secret, expiresAt, dueAt } of notices) {
    const values = [topic, channel, recipient, userId, content, secret, now, expiresAt];
    await run(connection, INSERT_NOTICE, [...values, dueAt ?? now]);
  }
}
