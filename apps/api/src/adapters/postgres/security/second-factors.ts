import type pg from 'pg';
import type { FactorAddition, FactorChange, SecondFactors } from '../../../ports/second-factors.ts';
import { insertNotices } from '../accounts/notices.ts';
import { readAll, readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import { appOf, FIND_APP, insertApp, REMOVE_APP, USE_STEP } from './authenticator-apps.ts';
import type { FactorTrust } from './factor-trust.ts';
import {
  COUNT_PASSKEYS,
  credentialBytes,
  FIND_PASSKEY,
  FIND_PASSKEYS,
  insertPasskey,
  passkeyOf,
  REMOVE_PASSKEY,
  REMOVE_PASSKEYS,
  RENAME_PASSKEY,
  USE_PASSKEY,
} from './passkeys.ts';
import {
  DELETE_CODES,
  DELETE_CODES_WITHOUT_FACTOR,
  findCodes,
  insertCodes,
  takeCode,
} from './recovery-codes.ts';

/** One change of a user's factors at a time. */
export const LOCK_FACTORS = statement('select 1 from key_records where user_id = $1 for update');

/** A change within its transaction, and the rows that it removes. */
interface OpenChange {
  readonly connection: Queryable;
  /** The seals and hashes of what is removed. */
  readonly removed: Uint8Array[];
}

/** Runs a change in a transaction of its own, one at a time for each user, and remembers what it removed. */
type Change = <T>(
  of: Pick<FactorChange, 'userId'>,
  work: (open: OpenChange) => Promise<T>,
) => Promise<T>;

/** Second factors in PostgreSQL; a row that something else wrote, or put back, is none. */
export function createPostgresSecondFactors(
  { pool }: { readonly pool: pg.Pool },
  trust: FactorTrust,
): SecondFactors {
  const { used } = trust;
  const change: Change = async ({ userId }, work) => {
    const removed: Uint8Array[] = [];
    const outcome = await inTransaction(pool, async (connection) => {
      await run(connection, LOCK_FACTORS, [userId]);
      return work({ connection, removed });
    });
    for (const each of removed) used.remove(each);
    return outcome;
  };
  const findPasskeys = async (userId: string) => {
    const rows = await readAll(pool, FIND_PASSKEYS, [userId]);
    return rows.flatMap((row) => passkeyOf(row, trust) ?? []);
  };
  const findApp = async (userId: string) => {
    const row = await readFirst(pool, FIND_APP, [userId]);
    return row === null ? null : appOf(row, trust);
  };
  return {
    async find(userId) {
      const [passkeys, app, recoveryCodes] = await Promise.all([
        findPasskeys(userId),
        findApp(userId),
        findCodes(pool, userId),
      ]);
      return { passkeys, app, recoveryCodes };
    },
    hasAny: async (userId) =>
      (await findPasskeys(userId)).length > 0 || (await findApp(userId)) !== null,
    ...passkeysIn(pool, trust, change),
    ...appsIn(pool, trust, change),
    ...codesIn(trust, change),
    removeAll: (userId) =>
      change({ userId }, async ({ connection, removed }) => {
        const passkeys = await readAll(connection, REMOVE_PASSKEYS, [userId]);
        const apps = await readAll(connection, REMOVE_APP, [userId]);
        const codes = await readAll(connection, DELETE_CODES, [userId]);
        removed.push(...[...passkeys, ...apps].map(({ seal }) => seal));
        removed.push(...codes.map(({ hash }) => hash));
      }),
  };
}

function passkeysIn(
  pool: pg.Pool,
  trust: FactorTrust,
  change: Change,
): Pick<
  SecondFactors,
  'findPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey' | 'recordPasskeyUse'
> {
  return {
    async findPasskey(credentialId) {
      const row = await readFirst(pool, FIND_PASSKEY, [credentialBytes(credentialId)]);
      const passkey = row === null ? null : passkeyOf(row, trust);
      return row === null || passkey === null ? null : { userId: row.user_id, passkey };
    },
    addPasskey: (passkey, addition, mostPerUser) =>
      change(addition, async ({ connection }) => {
        const { userId, now: createdAt } = addition;
        const stored = await readFirst(connection, COUNT_PASSKEYS, [userId]);
        if ((stored?.count ?? 0) >= mostPerUser) return { kind: 'too-many' };
        const isNew = await insertPasskey(connection, trust.seals, {
          ...passkey,
          userId,
          createdAt,
        });
        if (!isNew) return { kind: 'taken' };
        return { kind: 'added', hasNewCodes: await completeAddition(connection, trust, addition) };
      }),
    async renamePasskey(userId, credentialId, name) {
      const values = [credentialBytes(credentialId), userId, name];
      const row = await readFirst(pool, RENAME_PASSKEY, values);
      return row === null ? null : passkeyOf(row, trust);
    },
    removePasskey: (credentialId, removal) =>
      change(removal, async (open) => {
        const values = [credentialBytes(credentialId), removal.userId];
        return completeRemoval(
          open,
          await readAll(open.connection, REMOVE_PASSKEY, values),
          removal,
        );
      }),
    async recordPasskeyUse({ userId, credentialId }, signCount, now) {
      const values = [credentialBytes(credentialId), userId, signCount, now];
      return (await run(pool, USE_PASSKEY, values)) === 1;
    },
  };
}

function appsIn(
  pool: pg.Pool,
  trust: FactorTrust,
  change: Change,
): Pick<SecondFactors, 'addApp' | 'removeApp' | 'takeAppStep'> {
  return {
    addApp: ({ secret, step }, addition) =>
      change(addition, async ({ connection, removed }) => {
        const { userId, now: createdAt } = addition;
        const before = await readAll(connection, REMOVE_APP, [userId]);
        removed.push(...before.map(({ seal }) => seal));
        await insertApp(connection, trust, { userId, secret, step, createdAt });
        return { hasNewCodes: await completeAddition(connection, trust, addition) };
      }),
    removeApp: (removal) =>
      change(removal, async (open) => {
        const rows = await readAll(open.connection, REMOVE_APP, [removal.userId]);
        return completeRemoval(open, rows, removal);
      }),
    takeAppStep: async (userId, step) =>
      trust.used.takeStep(userId, step) && (await run(pool, USE_STEP, [userId, step])) === 1,
  };
}

function codesIn(
  trust: FactorTrust,
  change: Change,
): Pick<SecondFactors, 'replaceRecoveryCodes' | 'takeRecoveryCode'> {
  return {
    replaceRecoveryCodes: (codes, replacement) =>
      change(replacement, async ({ connection, removed }) => {
        const { userId, notices, now } = replacement;
        const before = await readAll(connection, DELETE_CODES, [userId]);
        removed.push(...before.map(({ hash }) => hash));
        await insertCodes(connection, trust.seals, { userId, codes, createdAt: now });
        await insertNotices(connection, notices, now);
      }),
    takeRecoveryCode: (code, addedBefore, use) =>
      change(use, async ({ connection, removed }) => {
        const { userId, notices, now } = use;
        const taken = await takeCode(connection, trust, { userId, code, addedBefore });
        if (taken.length === 0) return false;
        removed.push(...taken);
        await insertNotices(connection, notices, now);
        return true;
      }),
  };
}

/** @returns whether the recovery codes were stored: the user had none left */
async function completeAddition(
  connection: Queryable,
  { seals }: Pick<FactorTrust, 'seals'>,
  { userId, recoveryCodes: codes, notices, now }: FactorAddition,
): Promise<boolean> {
  await insertNotices(connection, notices, now);
  if ((await findCodes(connection, userId)) !== null) return false;
  await insertCodes(connection, seals, { userId, codes, createdAt: now });
  return true;
}

/** @returns whether there was something to remove */
async function completeRemoval(
  { connection, removed }: OpenChange,
  rows: readonly { readonly seal: Uint8Array }[],
  { userId, notices, now }: FactorChange,
): Promise<boolean> {
  if (rows.length === 0) return false;
  const codes = await readAll(connection, DELETE_CODES_WITHOUT_FACTOR, [userId]);
  removed.push(...rows.map(({ seal }) => seal), ...codes.map(({ hash }) => hash));
  await insertNotices(connection, notices, now);
  return true;
}
