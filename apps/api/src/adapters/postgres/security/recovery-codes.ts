import type { RowSeals } from '../../../ports/row-seals.ts';
import type { Factors } from '../../../ports/second-factors.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import type { recoveryCodes } from '../schema/security.ts';
import type { FactorTrust } from './factor-trust.ts';

interface SetRow extends RowOf<typeof recoveryCodes, 'created_at'> {
  readonly left: number;
}

/** Codes are created together; more than one set is none of ours. */
export const FIND_CODE_SETS = statement<SetRow>(`
  select created_at, count(*)::int as left from recovery_codes where user_id = $1
  group by created_at order by created_at limit 10`);

export const INSERT_CODES = statement(
  'insert into recovery_codes (user_id, hash, created_at) select $1, unnest($2::bytea[]), $3',
);

type CodeRow = RowOf<typeof recoveryCodes, 'hash'>;

export const DELETE_CODES = statement<CodeRow>(
  'delete from recovery_codes where user_id = $1 returning hash',
);

export const DELETE_CODES_WITHOUT_FACTOR = statement<CodeRow>(`
  delete from recovery_codes where user_id = $1
  and not exists (select 1 from passkeys where user_id = $1)
  and not exists (select 1 from authenticator_apps where user_id = $1)
  returning hash`);

export const USE_CODE = statement<CodeRow>(
  'delete from recovery_codes where user_id = $1 and hash = any($2) returning hash',
);

/** @returns null when none are left */
export async function findCodes(
  connection: Queryable,
  userId: string,
): Promise<Factors['recoveryCodes']> {
  const sets = await readAll(connection, FIND_CODE_SETS, [userId]);
  const [first] = sets;
  if (first === undefined) return null;
  return { left: sets.reduce((sum, { left }) => sum + left, 0), createdAt: first.created_at };
}

export async function insertCodes(
  connection: Queryable,
  seals: Pick<RowSeals, 'seal'>,
  set: { readonly userId: string; readonly codes: readonly string[]; readonly createdAt: Date },
): Promise<void> {
  const { userId, codes, createdAt } = set;
  const hashes = codes.map((code) => hashOf(seals, { userId, code, createdAt }));
  await run(connection, INSERT_CODES, [userId, hashes, createdAt]);
}

/** @returns the hash of the code that was deleted; none when it is not one of the user's from before that time */
export async function takeCode(
  connection: Queryable,
  { seals, used }: Pick<FactorTrust, 'seals' | 'used'>,
  use: { readonly userId: string; readonly code: string; readonly addedBefore: Date | null },
): Promise<readonly Uint8Array[]> {
  const { userId, code, addedBefore } = use;
  const sets = await readAll(connection, FIND_CODE_SETS, [userId]);
  const hashes = sets
    .map(({ created_at: createdAt }) => createdAt)
    .filter((createdAt) => addedBefore === null || createdAt < addedBefore)
    .map((createdAt) => hashOf(seals, { userId, code, createdAt }))
    .filter((hash) => !used.isRemoved(hash));
  const rows = await readAll(connection, USE_CODE, [userId, hashes]);
  return rows.map(({ hash }) => hash);
}

/** A keyed hash: the row proves itself, and whoever reads it learns no code. */
function hashOf(
  seals: Pick<RowSeals, 'seal'>,
  code: { readonly userId: string; readonly code: string; readonly createdAt: Date },
): Uint8Array {
  const row = { table: 'recovery_codes', id: code.code, owner: code.userId, counter: 0 };
  return seals.seal(row, [code.createdAt.toISOString()]);
}
