import type pg from 'pg';
import type { AccountVerifier } from '../../../ports/account-signatures.ts';
import type {
  Account,
  AccountName,
  Accounts,
  NewAccountKeys,
  PasswordChange,
} from '../../../ports/accounts.ts';
import type { KeyRecord } from '../../../ports/key-vault.ts';
import type { RowAs, RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import type { keyRecords, users, wallets } from '../schema/accounts.ts';
import { insertNotices } from './notices.ts';
import { endingOf } from './session-ends.ts';

export type AccountRow = RowAs<typeof users, { user_id: 'id' }> &
  RowOf<typeof users, 'name' | 'email' | 'phone' | 'signature'> &
  RowAs<typeof wallets, { wallet_id: 'id'; wallet_name: 'name' }> &
  RowOf<typeof wallets, 'public_address' | 'private_address'>;

/** The sealed columns, as several tables have them. */
type KeyRow = Omit<RowOf<typeof keyRecords>, 'user_id' | 'recovered_at'>;

export const ACCOUNT = `u.id as user_id, u.name, u.email, u.phone, u.signature,
  w.id as wallet_id, w.name as wallet_name, w.public_address, w.private_address`;

const ACCOUNT_WITH_KEYS = `select ${ACCOUNT}, k.* from users u join wallets w on w.user_id = u.id
  join key_records k on k.user_id = u.id`;

export const FIND_BY_EMAIL = statement<AccountRow & KeyRow>(
  `${ACCOUNT_WITH_KEYS} where u.email = $1`,
);

export const FIND_BY_PHONE = statement<AccountRow & KeyRow>(
  `${ACCOUNT_WITH_KEYS} where u.phone = $1`,
);

export const FIND_BY_ID = statement<AccountRow>(
  `select ${ACCOUNT} from users u join wallets w on w.user_id = u.id where u.id = $1`,
);

export const FIND_KEYS = statement<
  AccountRow & RowOf<typeof keyRecords> & RowOf<typeof users, 'created_at'>
>(`select ${ACCOUNT}, u.created_at, k.* from users u join wallets w on w.user_id = u.id
   join key_records k on k.user_id = u.id where u.id = $1`);

/** One statement creates all three rows or, when email or phone is taken, none. */
export const INSERT_ACCOUNT = statement(`
  with u as (
    insert into users (id, name, email, phone, created_at, signature) values ($1, $2, $3, $4, $5, $17)
    on conflict do nothing returning id
  ), w as (
    insert into wallets (id, user_id, name, public_address, private_address, created_at, pool_blocks)
    select $6, id, $7, $8, $9, $5,
      (select jsonb_object_agg(chain_id, looked_block) from shielded_workers where looked_block is not null)
    from u
  )
  insert into key_records (user_id, seed_ciphertext, password_salt, password_parameters,
    password_verifier_hash, pepper_id, password_wrap, recovery_wrap)
  select id, $10, $11, $12, $13, $14, $15, $16 from u`);

export const SET_PASSWORD = statement(`
  update key_records set password_salt = $3, password_parameters = $4, password_verifier_hash = $5,
    pepper_id = $6, password_wrap = $7, recovered_at = case when $8 then $9 else recovered_at end
  where user_id = $1 and password_salt = $2`);

/** All of the user's, or all but one. */
export const END_SESSIONS_BUT = statement(endingOf('user_id = $1 and id is distinct from $2'));

/** Accounts, wallets and their sealed keys in PostgreSQL. */
export function createPostgresAccounts(
  { pool }: { readonly pool: pg.Pool },
  verifier: AccountVerifier,
): Accounts {
  const accountIn = (row: AccountRow) => signedAccountOf(row, verifier);
  return {
    create: (account, keys, now) => insertAccount(pool, { account, ...keys }, now),
    async find(name) {
      const row = await findByName(pool, name);
      return row === null ? null : { account: accountIn(row), keyRecord: keyRecordOf(row) };
    },
    async findById(userId) {
      const row = await readFirst(pool, FIND_BY_ID, [userId]);
      return row === null ? null : accountIn(row);
    },
    async findKeys(userId) {
      const row = await readFirst(pool, FIND_KEYS, [userId]);
      if (row === null) return null;
      const { created_at: createdAt, recovered_at: recoveredAt } = row;
      return { account: accountIn(row), keyRecord: keyRecordOf(row), createdAt, recoveredAt };
    },
    setPassword: (change) => inTransaction(pool, (connection) => setPassword(connection, change)),
  };
}

function findByName(pool: pg.Pool, name: AccountName): Promise<(AccountRow & KeyRow) | null> {
  if ('email' in name) return readFirst(pool, FIND_BY_EMAIL, [name.email]);
  return readFirst(pool, FIND_BY_PHONE, [name.phone]);
}

/** All of it is stored or, when email or phone is taken, nothing. */
export async function insertAccount(
  connection: Queryable,
  { account, keyRecord: keys, signature }: NewAccountKeys & { readonly account: Account },
  now: Date,
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
  ]);
  return count === 1 ? 'created' : 'taken';
}

async function setPassword(
  connection: pg.PoolClient,
  { userId, record, replaces, how, keepSessionId, notices, now }: PasswordChange,
): Promise<boolean> {
  const count = await run(connection, SET_PASSWORD, [
    userId,
    replaces,
    record.passwordSalt,
    record.passwordParameters,
    record.passwordVerifierHash,
    record.pepperId,
    record.passwordWrap,
    how === 'recovered',
    now,
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

/**
 * Contacts or addresses of an account are not those for which its codes were entered: the database was changed by
 * something else. Nothing is done for this account until that is cleared up.
 */
export class AccountChanged extends Error {
  constructor(userId: string) {
    super(`The account of ${userId} does not have its signature.`);
    this.name = 'AccountChanged';
  }
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
