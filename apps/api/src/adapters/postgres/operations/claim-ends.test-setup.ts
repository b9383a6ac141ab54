import type pg from 'pg';

/** A payment by link of this user, of which only what decides who may end it is true. */
export async function addClaim(pool: pg.Pool, userId: string, id: string): Promise<void> {
  await pool.query(
    `insert into claims
       (id, user_id, number, chain_id, address, funding_key, lookup, content, sealed_code, created_at, expires_at)
     select $1, $2, (select count(*) from claims), 1, '', $3, decode($4, 'hex'), '', '', now(), now()`,
    [id, userId, id, id.replaceAll('-', '')],
  );
}

/** @returns the id of the operation that was last stored to end a payment by link */
export async function endOf(pool: pg.Pool, id: string): Promise<string | null> {
  const { rows } = await pool.query<{ operation_id: string | null }>(
    'select operation_id from claims where id = $1',
    [id],
  );
  return rows[0]?.operation_id ?? null;
}
