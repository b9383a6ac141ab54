import type pg from 'pg';
import { MOST_SESSIONS_PER_USER } from '#domain/session/session-limits';
import type {
  FoundRegistration,
  Registration,
  Registrations,
} from '../../../ports/registrations.ts';
import type { RowSeals } from '../../../ports/row-seals.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import { Abandoned, inTransaction, type Queryable } from '../connection/transaction.ts';
import type { registrations } from '../schema/accounts.ts';
import { insertAccount, keyRecordOf } from './accounts.ts';
import { rememberDevice } from './known-devices.ts';
import { insertNotices } from './notices.ts';
import { insertSession } from './sessions.ts';

type RegistrationRow = RowOf<typeof registrations>;

export const FIND = statement<RegistrationRow>(
  'select * from registrations where email = $1 and expires_at > $2',
);

export const REMOVE = statement('delete from registrations where id = $1');

export const SWEEP = statement('delete from registrations where expires_at <= $1');

export const UPSERT = statement(`
  insert into registrations as r (id, email, phone, name, user_id, wallet_id, wallet_name, public_address,
    private_address, seed_ciphertext, password_salt, password_parameters, password_verifier_hash, pepper_id,
    password_wrap, recovery_wrap, token_hash, token_wrap, network, is_contested, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, false, $20, $21)
  on conflict (email) do update set id = excluded.id, phone = excluded.phone, name = excluded.name,
    user_id = excluded.user_id, wallet_id = excluded.wallet_id, wallet_name = excluded.wallet_name,
    public_address = excluded.public_address, private_address = excluded.private_address,
    seed_ciphertext = excluded.seed_ciphertext, password_salt = excluded.password_salt,
    password_parameters = excluded.password_parameters,
    password_verifier_hash = excluded.password_verifier_hash, pepper_id = excluded.pepper_id,
    password_wrap = excluded.password_wrap, recovery_wrap = excluded.recovery_wrap,
    token_hash = excluded.token_hash, token_wrap = excluded.token_wrap, network = excluded.network,
    is_contested = r.created_at > $22 and (r.is_contested or r.network <> excluded.network),
    created_at = excluded.created_at, expires_at = excluded.expires_at`);

/** Users who are still registering, one row for each email. */
export function createPostgresRegistrations(
  { pool }: { readonly pool: pg.Pool },
  seals: RowSeals,
): Omit<Registrations, 'sweep'> {
  return {
    begin: ({ registration, notices, contestedSince, now }) =>
      inTransaction(pool, async (connection) => {
        await upsert(connection, registration, { contestedSince, now });
        await insertNotices(connection, notices, now);
      }),
    async find(email, now) {
      const row = await readFirst(pool, FIND, [email, now]);
      return row === null ? null : registrationOf(row);
    },
    async complete({ registration, enrolled, session, now }) {
      return inTransactionOrNot(pool, async (connection) => {
        if ((await run(connection, REMOVE, [registration.id])) !== 1) return false;
        const { account, keyRecord } = registration;
        const { recoveryWrap, signature } = enrolled;
        const keys = { account, keyRecord: { ...keyRecord, recoveryWrap }, signature, now };
        if ((await insertAccount(connection, seals, keys)) === 'taken') return false;
        const mostPerUser = MOST_SESSIONS_PER_USER;
        const isStored = await insertSession(connection, seals, { session, mostPerUser });
        // The owner knows this device: it is not announced.
        if (isStored) await rememberDevice(connection, seals, session);
        return isStored;
      });
    },
  };
}

/** Deletes what has expired; needs no key. */
export function createPostgresRegistrationSweep({
  pool,
}: {
  readonly pool: pg.Pool;
}): Pick<Registrations, 'sweep'> {
  return {
    async sweep(now) {
      await run(pool, SWEEP, [now]);
    },
  };
}

/** What `work` did is committed only when it returns true. */
async function inTransactionOrNot(
  pool: pg.Pool,
  work: (connection: pg.PoolClient) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await inTransaction(pool, async (connection) => {
      if (await work(connection)) return true;
      throw new NotCompleted();
    });
  } catch (cause) {
    if (cause instanceof NotCompleted) return false;
    throw cause;
  }
}

class NotCompleted extends Abandoned {}

async function upsert(
  connection: Queryable,
  { id, account, keyRecord, tokenHash, tokenWrap, network, expiresAt }: Registration,
  { contestedSince, now }: { readonly contestedSince: Date; readonly now: Date },
): Promise<void> {
  const { userId, name, email, phone, wallet } = account;
  await run(connection, UPSERT, [
    id,
    email,
    phone,
    name,
    userId,
    wallet.id,
    wallet.name,
    wallet.publicAddress,
    wallet.privateAddress,
    keyRecord.seedCiphertext,
    keyRecord.passwordSalt,
    keyRecord.passwordParameters,
    keyRecord.passwordVerifierHash,
    keyRecord.pepperId,
    keyRecord.passwordWrap,
    keyRecord.recoveryWrap,
    tokenHash,
    tokenWrap,
    network,
    now,
    expiresAt,
    contestedSince,
  ]);
}

function registrationOf(row: RegistrationRow): FoundRegistration {
  return {
    id: row.id,
    account: {
      userId: row.user_id,
      name: row.name,
      email: row.email,
      phone: row.phone,
      wallet: {
        id: row.wallet_id,
        name: row.wallet_name,
        publicAddress: row.public_address,
        privateAddress: row.private_address,
        custody: 'assisted',
      },
    },
    keyRecord: keyRecordOf(row),
    tokenHash: row.token_hash,
    tokenWrap: row.token_wrap,
    network: row.network,
    isContested: row.is_contested,
    expiresAt: row.expires_at,
  };
}
