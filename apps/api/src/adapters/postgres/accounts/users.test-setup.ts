import type pg from 'pg';
import { uuidOf } from '#testing/operation';
import { createPostgresAudit } from './audit.ts';

/** Users without a wallet: what stores an operation requires that its user exists. */
export async function addUsers(pool: pg.Pool, numbers: readonly number[]): Promise<void> {
  await pool.query(
    `insert into users (id, name, email, phone, created_at)
     select id, 'User', id::text, id::text, now() from unnest($1::uuid[]) id on conflict do nothing`,
    [numbers.map(uuidOf)],
  );
}

export async function removeUser(pool: pg.Pool, userId: string): Promise<void> {
  await pool.query('delete from users where id = $1', [userId]);
}

/** The rows of these tests are not verified. */
const unverified = { id: 'none', authenticate: () => Buffer.alloc(32) };

/** Records that a user's keys left the server. */
export async function exportKeys(pool: pg.Pool, userId: string): Promise<void> {
  await createPostgresAudit({ pool }, unverified).append({
    ...{ at: new Date(), event: 'keys-exported', ip: '127.0.0.1', userId },
  });
}
