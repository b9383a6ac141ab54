import type pg from 'pg';
import type { Approvals } from '../../../ports/approvals.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import type { approvals } from '../schema/security.ts';
import type { FactorTrust } from './factor-trust.ts';

export const OPEN = statement(`
  with evicted as (
    delete from approvals where id in (
      select id from approvals where user_id = $2 order by expires_at desc, id offset $6)
  )
  insert into approvals (id, user_id, session_id, challenge, expires_at) values ($1, $2, $3, $4, $5)`);

export const FIND = statement<RowOf<typeof approvals, 'challenge' | 'expires_at'>>(
  'select challenge, expires_at from approvals where id = $1 and user_id = $2 and session_id = $3',
);

export const COUNT_TRY = statement(
  'update approvals set tries = tries + 1 where id = $1 and tries < $2 and expires_at > $3',
);

export const CLOSE = statement<RowOf<typeof approvals, 'challenge'>>(
  'delete from approvals where id = $1 and expires_at > $2 returning challenge',
);

export const SWEEP_APPROVALS = statement('delete from approvals where expires_at <= $1');

/** Open approvals in PostgreSQL; one that was used and put back is none. Whether a row is what this server wrote shows in its challenge. */
export function createPostgresApprovals(
  { pool }: { readonly pool: pg.Pool },
  { used }: Pick<FactorTrust, 'used'>,
): Omit<Approvals, 'sweep'> {
  return {
    async open({ id, userId, sessionId }, { challenge, expiresAt }, mostPerUser) {
      const values = [id, userId, sessionId, challenge, expiresAt, mostPerUser - 1];
      await run(pool, OPEN, values);
    },
    async find({ id, userId, sessionId }) {
      const row = await readFirst(pool, FIND, [id, userId, sessionId]);
      if (row === null || used.isRemoved(row.challenge)) return null;
      return { challenge: row.challenge, expiresAt: row.expires_at };
    },
    countTry: async (id, most, now) => (await run(pool, COUNT_TRY, [id, most, now])) === 1,
    async close(id, now) {
      const closed = await readFirst(pool, CLOSE, [id, now]);
      if (closed !== null) used.remove(closed.challenge);
      return closed !== null;
    },
  };
}

/** Deletes what has expired; needs no key. */
export function createPostgresApprovalSweep({
  pool,
}: {
  readonly pool: pg.Pool;
}): Pick<Approvals, 'sweep'> {
  return {
    async sweep(now) {
      await run(pool, SWEEP_APPROVALS, [now]);
    },
  };
}
