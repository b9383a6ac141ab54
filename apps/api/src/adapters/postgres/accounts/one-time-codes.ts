import type pg from 'pg';
import type { CodeChallenge, OneTimeCodes } from '../../../ports/one-time-codes.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import { insertNotices } from './notices.ts';

const CLOCKS_DIFFER_MS = 60_000;

/** Challenges as rows: each count is one statement of its own. */
export function createPostgresOneTimeCodes({ pool }: { readonly pool: pg.Pool }): OneTimeCodes {
  return {
    replace: (challenge, notices, now) =>
      inTransaction(pool, async (connection) => {
        await replaceChallenge(connection, challenge, now);
        await insertNotices(connection, notices, now);
      }),
    async countTry(purpose, subject, mostTries, now) {
      const { rows } = await pool.query<{ id: string; codes_hash: Buffer }>(
        `update code_challenges set tries = tries + 1
         where purpose = $1 and subject = $2 and tries < $3 and used_at is null
           and expires_at > $4 and created_at <= $5
         returning id, codes_hash`,
        [purpose, subject, mostTries, now, latestBeginning(now)],
      );
      const row = rows[0];
      return row === undefined ? null : { id: row.id, codesHash: row.codes_hash };
    },
    use: (challengeId, now) => useChallenge(pool, challengeId, now),
    async release(challengeId) {
      await pool.query('update code_challenges set used_at = null where id = $1', [challengeId]);
    },
    async sweep(now) {
      await pool.query('delete from code_challenges where expires_at <= $1 or created_at > $2', [
        now,
        latestBeginning(now),
      ]);
    },
  };
}

/** Clocks of several machines differ a little; what began later than this was made before a clock was set back. */
function latestBeginning(now: Date): Date {
  return new Date(now.getTime() + CLOCKS_DIFFER_MS);
}

/** @returns true for the first one who uses it */
export async function useChallenge(
  connection: Queryable,
  challengeId: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    'update code_challenges set used_at = $2 where id = $1 and used_at is null',
    [challengeId, now],
  );
  return rowCount === 1;
}

/** The one before of the same purpose and subject is gone. */
export async function replaceChallenge(
  connection: Queryable,
  { id, purpose, subject, codesHash, expiresAt }: CodeChallenge,
  now: Date,
): Promise<void> {
  await connection.query(
    `insert into code_challenges (id, purpose, subject, codes_hash, tries, created_at, expires_at)
     values ($1, $2, $3, $4, 0, $5, $6)
     on conflict (purpose, subject) do update set id = excluded.id, codes_hash = excluded.codes_hash,
       tries = 0, created_at = excluded.created_at, expires_at = excluded.expires_at, used_at = null`,
    [id, purpose, subject, codesHash, now, expiresAt],
  );
}
