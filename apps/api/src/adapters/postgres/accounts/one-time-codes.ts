import type pg from 'pg';
import type { CodeChallenge, OneTimeCodes } from '../../../ports/one-time-codes.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import type { codeChallenges } from '../schema/accounts.ts';
import { insertNotices } from './notices.ts';

const CLOCKS_DIFFER_MS = 60_000;

export const COUNT_TRY = statement<
  RowOf<typeof codeChallenges, 'id' | 'codes_hash' | 'expires_at'>
>(
  `update code_challenges set tries = tries + 1
   where purpose = $1 and subject = $2 and tries < $3 and used_at is null
     and expires_at > $4 and created_at <= $5
   returning id, codes_hash, expires_at`,
);

export const USE = statement(
  'update code_challenges set used_at = $2 where id = $1 and used_at is null',
);

export const RELEASE = statement('update code_challenges set used_at = null where id = $1');

export const SWEEP = statement(
  'delete from code_challenges where expires_at <= $1 or created_at > $2',
);

export const REPLACE = statement(
  `insert into code_challenges (id, purpose, subject, codes_hash, tries, created_at, expires_at)
   values ($1, $2, $3, $4, 0, $5, $6)
   on conflict (purpose, subject) do update set id = excluded.id, codes_hash = excluded.codes_hash,
     tries = 0, created_at = excluded.created_at, expires_at = excluded.expires_at, used_at = null`,
);

/** Challenges as rows: each count is one statement of its own. */
export function createPostgresOneTimeCodes({ pool }: { readonly pool: pg.Pool }): OneTimeCodes {
  return {
    replace: (challenge, notices, now) =>
      inTransaction(pool, async (connection) => {
        await replaceChallenge(connection, challenge, now);
        await insertNotices(connection, notices, now);
      }),
    async countTry({ purpose, subject }, mostTries, now) {
      const values = [purpose, subject, mostTries, now, latestBeginning(now)];
      const row = await readFirst(pool, COUNT_TRY, values);
      if (row === null) return null;
      return { id: row.id, codesHash: row.codes_hash, expiresAt: row.expires_at };
    },
    use: async (challengeId, now) => (await run(pool, USE, [challengeId, now])) === 1,
    async release(challengeId) {
      await run(pool, RELEASE, [challengeId]);
    },
    async sweep(now) {
      await run(pool, SWEEP, [now, latestBeginning(now)]);
    },
  };
}

/** Clocks of several machines differ a little; a later start than this was stored before a clock was set back. */
function latestBeginning(now: Date): Date {
  return new Date(now.getTime() + CLOCKS_DIFFER_MS);
}

/** Removes the previous one of the same purpose and subject. */
async function replaceChallenge(
  connection: Queryable,
  { id, purpose, subject, codesHash, expiresAt }: CodeChallenge,
  now: Date,
): Promise<void> {
  await run(connection, REPLACE, [id, purpose, subject, codesHash, now, expiresAt]);
}
