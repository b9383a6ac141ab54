import type pg from 'pg';
import type { CodeChallenge, OneTimeCodes } from '../../../ports/one-time-codes.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import type { codeChallenges } from '../schema/accounts.ts';
import { insertNotices } from './notices.ts';

const CLOCKS_DIFFER_MS = 60_000;

export const COUNT_TRY = statement<
  RowOf<
    typeof codeChallenges,
    'id' | 'codes_hash' | 'expires_at' | 'contact_channel' | 'contact_value'
  >
>(
  `update code_challenges set tries = tries + 1
   where purpose = $1 and subject = $2 and requester = $3 and tries < $4 and used_at is null
     and expires_at > $5 and created_at <= $6
   returning id, codes_hash, expires_at, contact_channel, contact_value`,
);

export const ADVANCE = statement(
  `update code_challenges set codes_hash = $3, tries = 0
   where id = $1 and codes_hash = $2 and used_at is null`,
);

export const USE = statement(
  'update code_challenges set used_at = $2 where id = $1 and used_at is null',
);

export const RELEASE = statement('update code_challenges set used_at = null where id = $1');

export const SWEEP = statement(
  'delete from code_challenges where expires_at <= $1 or created_at > $2',
);

export const REPLACE = statement(
  `insert into code_challenges
     (id, purpose, subject, requester, codes_hash, tries, created_at, expires_at, contact_channel, contact_value)
   values ($1, $2, $3, $4, $5, 0, $6, $7, $8, $9)
   on conflict (purpose, subject, requester) do update set id = excluded.id, codes_hash = excluded.codes_hash,
     tries = 0, created_at = excluded.created_at, expires_at = excluded.expires_at, used_at = null,
     contact_channel = excluded.contact_channel, contact_value = excluded.contact_value`,
);

/** Challenges as rows: each count is one statement of its own. */
export function createPostgresOneTimeCodes({ pool }: { readonly pool: pg.Pool }): OneTimeCodes {
  return {
    replace: (challenge, notices, now) =>
      inTransaction(pool, async (connection) => {
        await replaceChallenge(connection, challenge, now);
        await insertNotices(connection, notices, now);
      }),
    async countTry({ purpose, subject, requester }, mostTries, now) {
      const values = [purpose, subject, requester, mostTries, now, latestBeginning(now)];
      const row = await readFirst(pool, COUNT_TRY, values);
      if (row === null) return null;
      const { id, codes_hash: codesHash, expires_at: expiresAt } = row;
      const { contact_channel: channel, contact_value: value } = row;
      const tried = { id, codesHash, expiresAt };
      return channel === null || value === null ? tried : { ...tried, contact: { channel, value } };
    },
    advance: ({ id, from, to }, notices, now) =>
      inTransaction(pool, async (connection) => {
        if ((await run(connection, ADVANCE, [id, from, to])) !== 1) return false;
        await insertNotices(connection, notices, now);
        return true;
      }),
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

/** Removes the previous one of the same purpose, subject and requester. */
async function replaceChallenge(
  connection: Queryable,
  { id, purpose, subject, requester, codesHash, expiresAt, contact }: CodeChallenge,
  now: Date,
): Promise<void> {
  const of = [id, purpose, subject, requester, codesHash, now, expiresAt];
  await run(connection, REPLACE, [...of, contact?.channel ?? null, contact?.value ?? null]);
}
