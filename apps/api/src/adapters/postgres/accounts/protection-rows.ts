import type pg from 'pg';
import { NO_PROTECTION, type Protection } from '#domain/protection/protection';
import type { RowSeals } from '../../../ports/row-seals.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import type { NewestStates } from '../newest-states.ts';
import type { protections } from '../schema/security.ts';

type ProtectionRow = RowOf<typeof protections>;

/** What rows of protections are trusted by. */
export interface ProtectionTrust {
  readonly seals: RowSeals;
  readonly newest: NewestStates;
}

/** How far a row is. */
interface Counters {
  readonly version: number;
  readonly payments: bigint;
}

/** What a change of protections is stored with. */
export interface SavingTrust extends ProtectionTrust {
  /** Called with what was stored. */
  readonly saved: (userId: string, counters: Counters) => void;
}

/**
 * Runs a transaction that may store a protection, and remembers it once it is committed: an earlier one that something
 * else puts back right afterwards is not believed.
 */
export async function savingProtection<T>(
  pool: pg.Pool,
  trust: ProtectionTrust,
  work: (connection: pg.PoolClient, saving: SavingTrust) => Promise<T>,
): Promise<T> {
  const stored = new Map<string, Counters>();
  const saved: SavingTrust['saved'] = (userId, counters) => void stored.set(userId, counters);
  const value = await inTransaction(pool, (connection) => work(connection, { ...trust, saved }));
  for (const [userId, { version, payments }] of stored) {
    trust.newest.isNewest(userId, version);
    areNewest(trust.newest, userId, payments);
  }
  return value;
}

/** A user's protection as it is stored. */
export interface StoredProtection {
  readonly protection: Protection;
  /** How often it was changed. */
  readonly version: number;
  /** False when something else wrote, deleted or put back the row. */
  readonly isTrusted: boolean;
  /**
   * The position of the newest admitted payment; null when it is not known. Of a trusted row, a later one was seen: a
   * failover lost it, or something else put the row back.
   */
  readonly payments: bigint | null;
}

/** Serializes what changes a user's protection or depends on it. */
export const LOCK_PROTECTION = statement(
  "select pg_advisory_xact_lock(hashtextextended('protection ' || $1::text, 0))",
);

export const FIND_PROTECTION = statement<ProtectionRow>(
  'select * from protections where user_id = $1',
);

/** In the transaction of a signature: who freezes the account waits for it. Whether the row is right was checked before. */
export const IS_FROZEN = statement(
  'select from protections where user_id = $1 and frozen_at is not null',
);

/** @returns whether an account is frozen by now, for what was admitted just before */
export async function isFrozenMeanwhile(connection: Queryable, userId: string): Promise<boolean> {
  return (await run(connection, IS_FROZEN, [userId])) > 0;
}

export const SAVE_PROTECTION = statement(
  `insert into protections (user_id, daily_limit, raise_to, raise_at, frozen_at, lifted_reset_at, factors_removed_at,
     reminded_at, payments, version, seal)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   on conflict (user_id) do update set daily_limit = excluded.daily_limit, raise_to = excluded.raise_to,
     raise_at = excluded.raise_at, frozen_at = excluded.frozen_at, lifted_reset_at = excluded.lifted_reset_at,
     factors_removed_at = excluded.factors_removed_at, reminded_at = excluded.reminded_at,
     payments = excluded.payments, version = excluded.version, seal = excluded.seal`,
);

/** Of a row that something else wrote, deleted or put back: nothing leaves until its owner unfreezes the account. */
const NOT_TRUSTED: Protection = { ...NO_PROTECTION, frozenAt: new Date(0) };

/** @returns what is stored for a user */
export async function readProtection(
  connection: Queryable,
  { seals, newest }: ProtectionTrust,
  userId: string,
): Promise<StoredProtection> {
  const row = await readFirst(connection, FIND_PROTECTION, [userId]);
  const version = row === null ? 0 : Number(row.version);
  const isSealed = row === null || seals.isSealed(...contentOf(row), row.seal);
  if (!isSealed || !newest.isNewest(userId, version)) {
    return {
      protection: NOT_TRUSTED,
      version: newestVersion(newest, userId, version),
      isTrusted: false,
      payments: null,
    };
  }
  const payments = BigInt(row?.payments ?? 0);
  return {
    protection: row === null ? NO_PROTECTION : protectionOf(row),
    version,
    isTrusted: true,
    payments: areNewest(newest, userId, payments) ? payments : null,
  };
}

/** Payments come and go with failovers, which must not freeze an account: so they have a memory of their own. */
function areNewest(newest: NewestStates, userId: string, payments: bigint): boolean {
  return newest.isNewest(`payments ${userId}`, Number(payments));
}

/** The version after which a row that is not trusted is written again. */
function newestVersion(newest: NewestStates, userId: string, from: number): number {
  let version = Number.isSafeInteger(from) && from > 0 ? from : 0;
  while (!newest.isNewest(userId, version)) version += 1;
  return version;
}

/** Stores a protection, as its next version where it changed; call it under the lock. */
export async function saveProtection(
  connection: Queryable,
  { seals, saved }: Pick<SavingTrust, 'seals' | 'saved'>,
  {
    userId,
    protection,
    payments,
    version,
  }: {
    readonly userId: string;
    readonly protection: Protection;
    readonly payments: bigint;
    readonly version: number;
  },
): Promise<void> {
  const { dailyLimit, raise, frozenAt, liftedResetAt, factorsRemovedAt, remindedAt } = protection;
  const row = {
    user_id: userId,
    daily_limit: dailyLimit === null ? null : String(dailyLimit),
    raise_to: raise === null ? null : String(raise.cents),
    raise_at: raise?.at ?? null,
    frozen_at: frozenAt,
    lifted_reset_at: liftedResetAt,
    factors_removed_at: factorsRemovedAt,
    reminded_at: remindedAt,
    payments: String(payments),
    version: String(version),
  };
  await run(connection, SAVE_PROTECTION, [...Object.values(row), seals.seal(...contentOf(row))]);
  saved(userId, { version, payments });
}

export const LAST_POSITION = statement<{ readonly last: string | null }>(
  'select max(position) as last from admitted_payments where user_id = $1',
);

/** @returns the position of the newest admitted payment that is stored; 0 without any */
export async function lastPosition(connection: Queryable, userId: string): Promise<bigint> {
  return BigInt((await readFirst(connection, LAST_POSITION, [userId]))?.last ?? 0);
}

function protectionOf(row: ProtectionRow): Protection {
  const { raise_to: cents, raise_at: at } = row;
  return {
    dailyLimit: row.daily_limit === null ? null : BigInt(row.daily_limit),
    raise: cents === null || at === null ? null : { cents: BigInt(cents), at },
    frozenAt: row.frozen_at,
    liftedResetAt: row.lifted_reset_at,
    factorsRemovedAt: row.factors_removed_at,
    remindedAt: row.reminded_at,
  };
}

function contentOf(row: Omit<ProtectionRow, 'seal'>): Parameters<RowSeals['seal']> {
  const { user_id: id } = row;
  const text = (value: Date | string | null) =>
    value === null ? '' : typeof value === 'string' ? value : value.toISOString();
  return [
    { table: 'protections', id, owner: id, counter: Number(row.version) },
    [
      text(row.daily_limit),
      text(row.raise_to),
      text(row.raise_at),
      text(row.frozen_at),
      text(row.lifted_reset_at),
      text(row.factors_removed_at),
      text(row.reminded_at),
      row.payments,
    ],
  ];
}
