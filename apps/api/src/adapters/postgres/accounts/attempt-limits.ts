import type pg from 'pg';
import type { AttemptLimits, AttemptRule, QuotaRule } from '../../../ports/attempt-limits.ts';

const LONGEST_WAIT_S = 900;

/** Counters of attempts as rows: one statement counts and judges, so that a burst cannot slip past. */
export function createPostgresAttemptLimits({ pool }: { readonly pool: pg.Pool }): AttemptLimits {
  return {
    take: (key, rule, now) => take(pool, key, rule, now),
    takeQuota: (key, rule, now) => takeQuota(pool, key, rule, now),
    async giveBack(key) {
      await pool.query(
        'update rate_limits set count = greatest(0, count - 1), blocked_until = null where key = $1',
        [key],
      );
    },
    async clear(key) {
      await pool.query('delete from rate_limits where key = $1', [key]);
    },
    async sweep(now) {
      await pool.query(
        'delete from rate_limits where window_ends_at <= $1 and coalesce(blocked_until, $1) <= $1',
        [now],
      );
    },
  };
}

async function take(
  pool: pg.Pool,
  key: string,
  { free, windowMs }: AttemptRule,
  now: Date,
): Promise<number> {
  const windowEnd = new Date(now.getTime() + windowMs);
  const { rows } = await pool.query<{ wait: number }>(
    `with taken as (
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
     where key = $1 and blocked_until > $2 and not exists (select 1 from taken)`,
    [key, now, windowEnd, free, LONGEST_WAIT_S],
  );
  // No row: another attempt blocked the key while this one waited for it.
  return rows[0]?.wait ?? 1;
}

async function takeQuota(
  pool: pg.Pool,
  key: string,
  { most, windowMs }: QuotaRule,
  now: Date,
): Promise<number> {
  const windowEnd = new Date(now.getTime() + windowMs);
  const { rows } = await pool.query<{ wait: number }>(
    `with taken as (
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
     where key = $1 and not exists (select 1 from taken)`,
    [key, now, windowEnd, most],
  );
  // No row: others began the window and filled it while this one waited for them.
  return rows[0]?.wait ?? Math.ceil(windowMs / 1000);
}
