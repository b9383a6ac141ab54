import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** A request of this user, of which only what decides who may pay it is true. */
export async function addPaymentRequest(
  pool: pg.Pool,
  userId: string,
  {
    tag,
    expiresAt,
    cancelledAt,
  }: { readonly tag: string; readonly expiresAt: Date; readonly cancelledAt?: Date },
): Promise<void> {
  await pool.query(
    `insert into payment_requests (id, user_id, lookup, content, sealed_code, created_at, expires_at, cancelled_at)
     values ($1, $2, decode($3, 'hex'), '', '', $4, $4, $5)`,
    [randomUUID(), userId, tag, expiresAt, cancelledAt ?? null],
  );
}

/** @returns the id of the operation that counts as the payment of a request */
export async function payerOf(pool: pg.Pool, tag: string): Promise<string | null> {
  const { rows } = await pool.query<{ operation_id: string | null }>(
    `select operation_id from payment_requests where lookup = decode($1, 'hex')`,
    [tag],
  );
  return rows[0]?.operation_id ?? null;
}
