import type pg from 'pg';
import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { Account, AccountName, Accounts, PasswordChange } from '../../../ports/accounts.ts';
import type { KeyRecord } from '../../../ports/key-vault.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import { insertNotices } from './notices.ts';
import { endSessions } from './session-ends.ts';

interface AccountRow {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly wallet_id: string;
  readonly wallet_name: string;
  readonly public_address: PublicAddress;
  readonly private_address: PrivateAddress;
}

/** The sealed columns, as several tables have them. */
export interface KeyRow {
  readonly seed_ciphertext: Buffer;
  readonly password_salt: Buffer;
  readonly password_parameters: KeyRecord['passwordParameters'];
  readonly password_verifier_hash: Buffer;
  readonly pepper_id: string;
  readonly password_wrap: Buffer;
  readonly recovery_wrap: Buffer;
}

type AccountKeyRow = AccountRow & KeyRow;

const ACCOUNT = `u.id as user_id, u.name, u.email, u.phone,
  w.id as wallet_id, w.name as wallet_name, w.public_address, w.private_address`;

/** Accounts, wallets and their sealed keys in PostgreSQL. */
export function createPostgresAccounts({ pool }: { readonly pool: pg.Pool }): Accounts {
  return {
    create: (account, keyRecord, now) => insertAccount(pool, account, keyRecord, now),
    async find(name) {
      const { rows } = await pool.query<AccountKeyRow>(
        `select ${ACCOUNT}, k.* from users u join wallets w on w.user_id = u.id
         join key_records k on k.user_id = u.id where ${columnOf(name)} = $1`,
        [loginNameOf(name)],
      );
      const row = rows[0];
      return row === undefined ? null : { account: accountOf(row), keyRecord: keyRecordOf(row) };
    },
    async findById(userId) {
      const { rows } = await pool.query<AccountRow>(
        `select ${ACCOUNT} from users u join wallets w on w.user_id = u.id where u.id = $1`,
        [userId],
      );
      return rows[0] === undefined ? null : accountOf(rows[0]);
    },
    async findKeys(userId) {
      const { rows } = await pool.query<
        AccountKeyRow & { readonly created_at: Date; readonly recovered_at: Date | null }
      >(
        `select ${ACCOUNT}, u.created_at, k.* from users u join wallets w on w.user_id = u.id
         join key_records k on k.user_id = u.id where u.id = $1`,
        [userId],
      );
      const row = rows[0];
      if (row === undefined) return null;
      const { created_at: createdAt, recovered_at: recoveredAt } = row;
      return { account: accountOf(row), keyRecord: keyRecordOf(row), createdAt, recoveredAt };
    },
    setPassword: (change) => inTransaction(pool, (connection) => setPassword(connection, change)),
    remove: (userId, notices, now) =>
      inTransaction(pool, async (connection) => {
        await insertNotices(connection, notices, now);
        await connection.query('delete from users where id = $1', [userId]);
      }),
  };
}

/** One statement makes all three rows or, when e-mail or phone is taken, none. */
export async function insertAccount(
  connection: Queryable,
  { userId, name, email, phone, wallet }: Account,
  keys: KeyRecord,
  now: Date,
): Promise<'created' | 'taken'> {
  const { rowCount } = await connection.query(
    `with u as (
       insert into users (id, name, email, phone, created_at) values ($1, $2, $3, $4, $5)
       on conflict do nothing returning id
     ), w as (
       insert into wallets (id, user_id, name, public_address, private_address, created_at, pool_blocks)
       select $6, id, $7, $8, $9, $5,
         (select jsonb_object_agg(chain_id, looked_block) from shielded_workers where looked_block is not null)
       from u
     )
     insert into key_records (user_id, seed_ciphertext, password_salt, password_parameters,
       password_verifier_hash, pepper_id, password_wrap, recovery_wrap)
     select id, $10, $11, $12, $13, $14, $15, $16 from u`,
    [
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
    ],
  );
  return rowCount === 1 ? 'created' : 'taken';
}

async function setPassword(
  connection: pg.PoolClient,
  { userId, record, replaces, how, keepSessionId, notices, now }: PasswordChange,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `update key_records set password_salt = $3, password_parameters = $4, password_verifier_hash = $5,
       pepper_id = $6, password_wrap = $7, recovered_at = case when $8 then $9 else recovered_at end
     where user_id = $1 and password_salt = $2`,
    [
      userId,
      replaces,
      record.passwordSalt,
      record.passwordParameters,
      record.passwordVerifierHash,
      record.pepperId,
      record.passwordWrap,
      how === 'recovered',
      now,
    ],
  );
  if (rowCount === 0) return false;
  await endSessions(connection, 'user_id = $1 and id is distinct from $2', [userId, keepSessionId]);
  await insertNotices(connection, notices, now);
  return true;
}

function columnOf(name: AccountName): 'u.email' | 'u.phone' {
  return 'email' in name ? 'u.email' : 'u.phone';
}

function loginNameOf(name: AccountName): string {
  return 'email' in name ? name.email : name.phone;
}

function accountOf(row: AccountRow): Account {
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
