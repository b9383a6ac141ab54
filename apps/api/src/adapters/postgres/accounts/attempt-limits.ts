import type pg from 'pg';
import type { AttemptLimits, AttemptRule, QuotaRule } from '../../../ports/attempt-limits.ts';
import { readFirst, run, statement } from '../connection/statement.ts';

const LONGEST_WAIT_S = 900;

/** Seconds to wait; 0 when the attempt may proceed. */
interface WaitRow {
  readonly wait: number;
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
    returning 0 as wait
  )
  select wait from taken
  union all
  select greatest(1, ceil(extract(epoch from blocked_until - $2::timestamptz)))::int from rate_limits
  where key = $1 and blocked_until > $2 and not exists (select 1 from taken)`);

export const TAKE_QUOTA = statement<WaitRow>(`
  with taken as (
    insert into rate_limits as r (key, count, window_ends_at) values ($1, 1, $3)
    on conflict (key) do update set
      count = case when r.window_ends_at <= $2 then 1 else r.count + 1 end,
      window_ends_at = case when r.window_ends_at <= $2 then $3 else r.window_ends_at end
    where r.window_ends_at <= $2 or r.count < $4
    returning 0 as wait
  )
  select wait from taken
  union all
  select greatest(1, ceil(extract(epoch from window_ends_at - $2::timestamptz)))::int from rate_limits
  where key = $1 and not exists (select 1 from taken)`);

export const GIVE_BACK = statement(
  'update rate_limits set count = greatest(0, count - 1), blocked_until = null where key = $1',
);

export const CLEAR = statement('delete from rate_limits where key = $1');

export const SWEEP = statement(
  'delete from rate_limits where window_ends_at <= $1 and coalesce(blocked_until, $1) <= $1',
);

/** Attempt counters as rows: one statement counts and decides, so that a burst cannot slip past. */
export function createPostgresAttemptLimits({ pool }: { readonly pool: pg.Pool }): AttemptLimits {
  return {
    take: (key, rule, now) => take(pool, key, { ...rule, now }),
    takeQuota: (key, rule, now) => takeQuota(pool, key, { ...rule, now }),
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
): Promise<number> {
  const windowEnd = new Date(now.getTime() + windowMs);
  const row = await readFirst(pool, TAKE, [key, now, windowEnd, free, LONGEST_WAIT_S]);
  // No row: another attempt blocked the key while this one waited for it.
  return row?.wait ?? 1;
}

async function takeQuota(
  pool: pg.Pool,
  key: string,
  { most, windowMs, now }: QuotaRule & { readonly now: Date },
): Promise<number> {
  const windowEnd = new Date(now.getTime() + windowMs);
  const row = await readFirst(pool, TAKE_QUOTA, [key, now, windowEnd, most]);
  // No row: other attempts began the window and filled it while this one waited for them.
  return row?.wait ?? Math.ceil(windowMs / 1000);
}
