import type pg from 'pg';
import {
  type AttemptLimits,
  type AttemptRule,
  type CountedAttempt,
  type CountedLimits,
  type CountedSoFar,
  LONGEST_WAIT_S,
  type QuotaRule,
} from '../../../ports/attempt-limits.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, readFirst, run, statement } from '../connection/statement.ts';
import type { rateLimits } from '../schema/accounts.ts';

/** Seconds to wait; 0 when the attempt may proceed, and then it was counted in this window. */
interface WaitRow {
  readonly wait: number;
  readonly window_ends_at: Date | null;
}

export const TAKE = statement<WaitRow>(`
  with taken as (
    insert into rate_limits as r (key, count, window_ends_at) values ($1, 1, $3)
    on conflict (key) do update set
      count = case when r.window_ends_at <= $2 then 1 else r.count + 1 end,
      window_ends_at = case when r.window_ends_at <= $2 or r.count >= $4 then $3 else r.window_ends_at end,
      blocked_until = case when r.window_ends_at > $2 and r.count + 1 >= $4
        then $2::timestamptz + make_interval(secs => least($5::int, power(2, least(20, r.count + 1 - $4))::int))
        else null end
    where r.blocked_until is null or r.blocked_until <= $2
    returning 0 as wait, window_ends_at
  )
  select wait, window_ends_at from taken
  union all
  select greatest(1, ceil(extract(epoch from blocked_until - $2::timestamptz)))::int, null from rate_limits
  where key = $1 and blocked_until > $2 and not exists (select 1 from taken)`);

export const TAKE_QUOTA = statement<WaitRow>(`
  with taken as (
    insert into rate_limits as r (key, count, window_ends_at) values ($1, 1, $3)
    on conflict (key) do update set
      count = case when r.window_ends_at <= $2 then 1 else r.count + 1 end,
      window_ends_at = case when r.window_ends_at <= $2 then $3 else r.window_ends_at end
    where r.window_ends_at <= $2 or r.count < $4
    returning 0 as wait, window_ends_at
  )
  select wait, window_ends_at from taken
  union all
  select greatest(1, ceil(extract(epoch from window_ends_at - $2::timestamptz)))::int, null from rate_limits
  where key = $1 and not exists (select 1 from taken)`);

interface CountRow {
  readonly count: number;
  readonly window_ends_at: Date;
}

export const COUNT = statement<CountRow>(`
  insert into rate_limits as r (key, count, window_ends_at) values ($1, 1, $3)
  on conflict (key) do update set
    count = case when r.window_ends_at <= $2 then 1 else r.count + 1 end,
    window_ends_at = case when r.window_ends_at <= $2 or r.count >= $4 then $3 else r.window_ends_at end
  returning count, window_ends_at`);

export const GIVE_BACK = statement(
  'update rate_limits set count = greatest(0, count - 1), blocked_until = null where key = $1',
);

export const READ_USES = statement<RowOf<typeof rateLimits, 'key' | 'count'>>(
  'select key, count from rate_limits where key = any($1) and window_ends_at > $2',
);

export const CLEAR = statement('delete from rate_limits where key = $1');

export const SWEEP = statement(
  'delete from rate_limits where window_ends_at <= $1 and coalesce(blocked_until, $1) <= $1',
);

/** Attempt counters as rows: one statement counts and decides, so that a burst cannot slip past. */
export function createPostgresAttemptLimits(database: { readonly pool: pg.Pool }): AttemptLimits {
  const counted = createPostgresCountedLimits(database);
  return {
    ...counted,
    take: async (key, rule, now) => (await counted.take(key, rule, now)).wait,
    takeQuota: async (key, rule, now) => (await counted.takeQuota(key, rule, now)).wait,
    count: async (key, rule, now) => (await counted.count(key, rule, now)).count,
  };
}

/** @returns how much of each quota is used in its current window; none for one that is unused */
export async function readQuotaUses(
  { pool }: { readonly pool: pg.Pool },
  keys: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await readAll(pool, READ_USES, [keys, now]);
  return new Map(rows.map(({ key, count }) => [key, count]));
}

/** The same, with the window of each attempt. */
export function createPostgresCountedLimits({ pool }: { readonly pool: pg.Pool }): CountedLimits {
  return {
    take: (key, rule, now) => take(pool, key, { ...rule, now }),
    takeQuota: (key, rule, now) => takeQuota(pool, key, { ...rule, now }),
    count: (key, rule, now) => count(pool, key, { ...rule, now }),
    async giveBack(key) {
      await run(pool, GIVE_BACK, [key]);
    },
    async clear(key) {
      await run(pool, CLEAR, [key]);
    },
    async sweep(now) {
      await run(pool, SWEEP, [now]);
    },
  };
}

async function take(
  pool: pg.Pool,
  key: string,
  { free, windowMs, now }: AttemptRule & { readonly now: Date },
): Promise<CountedAttempt> {
  const windowEnd = new Date(now.getTime() + windowMs);
  const row = await readFirst(pool, TAKE, [key, now, windowEnd, free, LONGEST_WAIT_S]);
  // No row: another attempt blocked the key while this one waited for it.
  return counted(row, 1);
}

async function takeQuota(
  pool: pg.Pool,
  key: string,
  { most, windowMs, now }: QuotaRule & { readonly now: Date },
): Promise<CountedAttempt> {
  const windowEnd = new Date(now.getTime() + windowMs);
  const row = await readFirst(pool, TAKE_QUOTA, [key, now, windowEnd, most]);
  // No row: other attempts began the window and filled it while this one waited for them.
  return counted(row, Math.ceil(windowMs / 1000));
}

async function count(
  pool: pg.Pool,
  key: string,
  { free, windowMs, now }: AttemptRule & { readonly now: Date },
): Promise<CountedSoFar> {
  const windowEnd = new Date(now.getTime() + windowMs);
  const row = await readFirst(pool, COUNT, [key, now, windowEnd, free]);
  if (row === null) throw new Error('An attempt is always counted.');
  return { count: row.count, windowEndsAt: row.window_ends_at };
}

function counted(row: WaitRow | null, waitWithoutRow: number): CountedAttempt {
  if (row === null) return { wait: waitWithoutRow, windowEndsAt: null };
  return { wait: row.wait, windowEndsAt: row.window_ends_at };
}
