import type pg from 'pg';
import type { TokenId } from '#domain/token/token';
import type { Price } from '../../../ports/price-feed.ts';
import type { KnownPrice, Prices } from '../../../ports/prices.ts';
import type { RowSeals } from '../../../ports/row-seals.ts';
import { bytesInJson } from '../connection/bytes-in-json.ts';
import type { ColumnOf, RowOf } from '../connection/row-of.ts';
import { readAll, run, statement } from '../connection/statement.ts';
import type { priceSamples, prices } from '../schema/prices.ts';

/** Channel on which all processes are notified of new prices; the message is empty. */
export const PRICE_CHANGES_CHANNEL = 'price_changes';

const DAY_MS = 24 * 60 * 60 * 1_000;
const SAMPLES_SHOWN = 48;
/** Runs are started by timers that are never exact; one that is this much early still counts. */
const EARLY_MS = 500;

/**
 * Prices in PostgreSQL.
 * @param seals of prices; one without its own is unknown
 * @returns the port over a pool of connections.
 */
export function createPostgresPrices(
  { pool }: { readonly pool: pg.Pool },
  seals: RowSeals,
): Prices {
  return {
    async claimRun(now, everyMs) {
      return (await run(pool, CLAIM_RUN, [now, ago(now, everyMs - EARLY_MS)])) === 1;
    },
    async save(prices, now) {
      if (prices.size === 0) return;
      const rows = [...prices].map(([tokenId, price]) => columns(tokenId, price, seals));
      await run(pool, SAVE, [JSON.stringify(rows), now, ago(now, DAY_MS)]);
    },
    async addSamples(tokenId, samples) {
      const times = samples.map(({ at }) => at);
      await run(pool, ADD_SAMPLES, [tokenId, times, samples.map(({ usd }) => usd)]);
    },
    async oldestSamples() {
      const rows = await readAll(pool, OLDEST_SAMPLES);
      return new Map(rows.map((row) => [row.token_id, row.at]));
    },
    async all(now) {
      const rows = await readAll(pool, ALL, [ago(now, DAY_MS), DAY_MS / 1_000 / SAMPLES_SHOWN]);
      const sealed = rows.filter((row) => seals.isSealed(...content(row), row.seal));
      return new Map(sealed.map((row) => [row.token_id, knownPrice(row)]));
    },
  };
}

export const CLAIM_RUN = statement(`
  insert into price_turns as t (id, taken_at) values (1, $1)
  on conflict (id) do update set taken_at = excluded.taken_at
  where t.taken_at <= $2`);

/** A price older than the stored one changes nothing. */
export const SAVE = statement(`
  with given as (
    select * from jsonb_to_recordset($1::jsonb)
      as g(token_id text, usd double precision, change_24h double precision, as_of timestamptz, seal bytea)
  ), saved as (
    insert into prices as p (token_id, usd, change_24h, as_of, seal)
    select token_id, usd, change_24h, as_of, seal from given
    on conflict (token_id) do update
    set usd = excluded.usd, change_24h = excluded.change_24h, as_of = excluded.as_of, seal = excluded.seal
    where p.as_of <= excluded.as_of
  ), sampled as (
    insert into price_samples (token_id, at, usd) select token_id, $2::timestamptz, usd from given
    on conflict do nothing
  ), swept as (
    delete from price_samples where at < $3
  )
  select pg_notify('${PRICE_CHANGES_CHANNEL}', '')`);

export const ADD_SAMPLES = statement(`
  insert into price_samples (token_id, at, usd)
  select $1, * from unnest($2::timestamptz[], $3::double precision[])
  on conflict do nothing`);

export const OLDEST_SAMPLES = statement<RowOf<typeof priceSamples, 'token_id' | 'at'>>(
  'select token_id, min(at) as at from price_samples group by token_id',
);

type PriceRow = RowOf<typeof prices> & { readonly samples: readonly number[] | null };

/** The last sample of each of the day's equal parts. */
export const ALL = statement<PriceRow>(`
  with part as (
    select distinct on (token_id, bucket) token_id, at, usd
    from (
      select token_id, at, usd, floor(extract(epoch from at - $1::timestamptz) / $2::double precision) as bucket
      from price_samples where at > $1
    ) sample
    order by token_id, bucket, at desc
  ), line as (
    select token_id, json_agg(usd order by at) as samples from part group by token_id
  )
  select p.token_id, p.usd, p.change_24h, p.as_of, p.seal, l.samples
  from prices p left join line l using (token_id)`);

function columns(
  tokenId: TokenId,
  { usd, change24h, asOf }: Price,
  seals: Pick<RowSeals, 'seal'>,
): Readonly<Record<ColumnOf<typeof prices>, unknown>> {
  const row = { token_id: tokenId, usd, change_24h: change24h, as_of: asOf };
  return { ...row, seal: bytesInJson(seals.seal(...content(row))) };
}

function content(row: Omit<RowOf<typeof prices>, 'seal'>): Parameters<RowSeals['seal']> {
  const { token_id: id, usd, change_24h, as_of } = row;
  return [
    { table: 'prices', id, owner: '', counter: as_of.getTime() },
    ['usd', String(usd), String(change_24h)],
  ];
}

function knownPrice(row: PriceRow): KnownPrice {
  const price: Price = { usd: row.usd, change24h: row.change_24h, asOf: row.as_of };
  return { price, samples: (row.samples ?? []).slice(-SAMPLES_SHOWN) };
}

function ago(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}
