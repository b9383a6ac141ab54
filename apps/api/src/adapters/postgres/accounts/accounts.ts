import type pg from 'pg';
import type { AccountVerifier } from '../../../ports/account-signatures.ts';
import {
  type Account,
  AccountChanged,
  type AccountName,
  type Accounts,
  type NewAccountKeys,
  type PasswordChange,
} from '../../../ports/accounts.ts';
import type { KeyRecord } from '../../../ports/key-vault.ts';
import type { RowSeals } from '../../../ports/row-seals.ts';
import type { RowAs, RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import type { NewestStates } from '../newest-states.ts';
import type { keyRecords, users, wallets } from '../schema/accounts.ts';
import { discoverabilityContent } from './discoverability-seals.ts';
import { keyRecordContent } from './key-record-seals.ts';
import { insertNotices } from './notices.ts';
import { endingOf } from './session-ends.ts';

export type AccountRow = RowAs<typeof users, { user_id: 'id' }> &
  RowOf<typeof users, 'name' | 'email' | 'phone' | 'signature'> &
  RowAs<typeof wallets, { wallet_id: 'id'; wallet_name: 'name' }> &
  RowOf<typeof wallets, 'public_address' | 'private_address' | 'custody'>;

/** The sealed columns, as several tables have them. */
type KeyRow = Omit<
  RowOf<typeof keyRecords>,
  'user_id' | 'recovered_at' | 'password_set_at' | 'seal'
>;

type FoundRow = AccountRow & RowOf<typeof keyRecords>;

export const ACCOUNT = `u.id as user_id, u.name, u.email, u.phone, u.signature,
  w.id as wallet_id, w.name as wallet_name, w.public_address, w.private_address, w.custody`;

const ACCOUNT_WITH_KEYS = `select ${ACCOUNT}, k.* from users u join wallets w on w.user_id = u.id
  join key_records k on k.user_id = u.id`;

export const FIND_BY_EMAIL = statement<FoundRow>(`${ACCOUNT_WITH_KEYS} where u.email = $1`);

export const FIND_BY_PHONE = statement<FoundRow>(`${ACCOUNT_WITH_KEYS} where u.phone = $1`);

export const FIND_BY_ID = statement<AccountRow>(
  `select ${ACCOUNT} from users u join wallets w on w.user_id = u.id where u.id = $1`,
);

export const FIND_KEYS = statement<
  FoundRow & RowOf<typeof users, 'created_at'>
>(`select ${ACCOUNT}, u.created_at, k.* from users u join wallets w on w.user_id = u.id
   join key_records k on k.user_id = u.id where u.id = $1`);

/**
 * One statement creates all four rows or, when email or phone is taken, none. Whoever registers can be found by email
 * or phone until they turn that off.
 */
export const INSERT_ACCOUNT = statement(`
  with u as (
    insert into users (id, name, email, phone, created_at, signature) values ($1, $2, $3, $4, $5, $17)
    on conflict do nothing returning id
  ), w as (
    insert into wallets (id, user_id, name, public_address, private_address, created_at, pool_blocks)
    select $6, id, $7, $8, $9, $5,
      (select jsonb_object_agg(chain_id, looked_block) from shielded_workers where looked_block is not null)
    from u
  ), d as (
    insert into discoverability (user_id, is_discoverable, changed_at, seal) select id, true, $5, $19 from u
  )
  insert into key_records (user_id, seed_ciphertext, password_salt, password_parameters,
    password_verifier_hash, pepper_id, password_wrap, recovery_wrap, password_set_at, seal)
  select id, $10, $11, $12, $13, $14, $15, $16, $5, $18 from u`);

export const SET_PASSWORD = statement(`
  update key_records set password_salt = $3, password_parameters = $4, password_verifier_hash = $5,
    pepper_id = $6, password_wrap = $7, recovered_at = $8,
    password_set_at = $9, seal = $10
  where user_id = $1 and password_salt = $2`);

/** The salt stays, so what the seal covers stays too. */
export const SET_PEPPER = statement(`
  update key_records set password_verifier_hash = $3, pepper_id = $4, password_wrap = $5
  where user_id = $1 and password_salt = $2`);

/** All of the user's, or all but one. */
export const END_SESSIONS_BUT = statement(endingOf('user_id = $1 and id is distinct from $2'));

/** What accounts trust beyond their rows. */
export interface AccountTrust {
  readonly verifier: AccountVerifier;
  readonly seals: RowSeals;
  /** Of password records, by user. */
  readonly newest: NewestStates;
}

/** Accounts, wallets and their sealed keys in PostgreSQL. */
export function createPostgresAccounts(
  { pool }: { readonly pool: pg.Pool },
  { verifier, seals, newest }: AccountTrust,
): Accounts {
  const accountIn = (row: AccountRow) => signedAccountOf(row, verifier);
  const isNewest = (row: FoundRow) =>
    seals.isSealed(...keyRecordContent(row), row.seal) &&
    newest.isNewest(row.user_id, row.password_set_at.getTime());
  return {
    create: (account, keys, now) => insertAccount(pool, seals, { account, ...keys, now }),
    async find(name) {
      const row = await findByName(pool, name);
      if (row === null) return null;
      return { account: accountIn(row), keyRecord: keyRecordOf(row), isNewest: isNewest(row) };
    },
    async findById(userId) {
      const row = await readFirst(pool, FIND_BY_ID, [userId]);
      return row === null ? null : accountIn(row);
    },
    async findKeys(userId) {
      const row = await readFirst(pool, FIND_KEYS, [userId]);
      if (row === null) return null;
      if (!isNewest(row)) throw new AccountChanged(userId);
      const { created_at: createdAt, recovered_at: recoveredAt } = row;
      return { account: accountIn(row), keyRecord: keyRecordOf(row), createdAt, recoveredAt };
    },
    async setPassword(change) {
      const isDone = await inTransaction(pool, (connection) =>
        setPassword(connection, seals, change),
      );
      if (isDone) newest.isNewest(change.userId, change.now.getTime());
      return isDone;
    },
    async setPepper({ userId, passwordSalt, record }) {
      const { passwordVerifierHash, pepperId, passwordWrap } = record;
      const values = [userId, passwordSalt, passwordVerifierHash, pepperId, passwordWrap];
      await run(pool, SET_PEPPER, values);
    },
  };
}

function findByName(pool: pg.Pool, name: AccountName): Promise<FoundRow | null> {
  if ('email' in name) return readFirst(pool, FIND_BY_EMAIL, [name.email]);
  return readFirst(pool, FIND_BY_PHONE, [name.phone]);
}

/** All of it is stored or, when email or phone is taken, nothing. */
export async function insertAccount(
  connection: Queryable,
  seals: Pick<RowSeals, 'seal'>,
  {
    account,
    keyRecord: keys,
    signature,
    now,
  }: NewAccountKeys & { readonly account: Account; readonly now: Date },
): Promise<'created' | 'taken'> {
  const { userId, name, email, phone, wallet } = account;
  const count = await run(connection, INSERT_ACCOUNT, [
    userId,
    name,
    email,
    phone,
    now,
    wallet.id,
    wallet.name,
    wallet.publicAddress,
    wallet.privateAddress,
    keys.seedCiphertext,
    keys.passwordSalt,
    keys.passwordParameters,
    keys.passwordVerifierHash,
    keys.pepperId,
    keys.passwordWrap,
    keys.recoveryWrap,
    signature,
    seals.seal(
      ...keyRecordContent({
        ...{ user_id: userId, password_salt: keys.passwordSalt },
        ...{ recovered_at: null, password_set_at: now },
      }),
    ),
    seals.seal(...discoverabilityContent({ userId, name, isDiscoverable: true, changedAt: now })),
  ]);
  return count === 1 ? 'created' : 'taken';
}

async function setPassword(
  connection: pg.PoolClient,
  seals: Pick<RowSeals, 'seal'>,
  { userId, record, replaces, recoveredAt, keepSessionId, notices, now }: PasswordChange,
): Promise<boolean> {
  const count = await run(connection, SET_PASSWORD, [
    userId,
    replaces,
    record.passwordSalt,
    record.passwordParameters,
    record.passwordVerifierHash,
    record.pepperId,
    record.passwordWrap,
    recoveredAt,
    now,
    seals.seal(
      ...keyRecordContent({
        ...{ user_id: userId, password_salt: record.passwordSalt },
        ...{ recovered_at: recoveredAt, password_set_at: now },
      }),
    ),
  ]);
  if (count === 0) return false;
  await run(connection, END_SESSIONS_BUT, [userId, keepSessionId]);
  await insertNotices(connection, notices, now);
  return true;
}

export function accountOf(row: AccountRow): Account {
  return {
    userId: row.user_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    wallet: {
      id: row.wallet_id,
      name: row.wallet_name,
      publicAddress: row.public_address,
      privateAddress: row.private_address,
      custody: row.custody,
    },
  };
}

/** @returns the account of a row. Throws `AccountChanged` when it is not the one that was signed. */
export function signedAccountOf(row: AccountRow, verifier: AccountVerifier): Account {
  const account = accountOf(row);
  const isSigned = row.signature !== null && verifier.isSigned(account, row.signature);
  if (!isSigned) throw new AccountChanged(account.userId);
  return account;
}

export function keyRecordOf(row: KeyRow): KeyRecord {
  return {
    seedCiphertext: row.seed_ciphertext,
    passwordSalt: row.password_salt,
    passwordParameters: row.password_parameters,
    passwordVerifierHash: row.password_verifier_hash,
    pepperId: row.pepper_id,
    passwordWrap: row.password_wrap,
    recoveryWrap: row.recovery_wrap,
  };
}

/** @returns the account; null when something else changed it */
export function signedAccountOrNull(row: AccountRow, verifier: AccountVerifier): Account | null {
  try {
    return signedAccountOf(row, verifier);
  } catch (cause) {
    if (cause instanceof AccountChanged) return null;
    throw cause;
  }
}
