import type pg from 'pg';
import type { KnownRate, RatedCurrency } from '#domain/price/currency-rate';
import type { CurrencyRates, WritableCurrencyRates } from '../../../ports/currency-rates.ts';
import type { RowSeals } from '../../../ports/row-seals.ts';
import { bytesInJson } from '../connection/bytes-in-json.ts';
import type { ColumnOf, RowOf } from '../connection/row-of.ts';
import { readAll, run, statement } from '../connection/statement.ts';
import type { currencyRates } from '../schema/prices.ts';

/**
 * Rates of display currencies in PostgreSQL, to read.
 * @param seals of rates; one without its own is unknown
 */
export function createPostgresCurrencyRates(
  { pool }: { readonly pool: pg.Pool },
  seals: Pick<RowSeals, 'isSealed'>,
): CurrencyRates {
  return {
    async all() {
      const rows = await readAll(pool, ALL);
      const sealed = rows.filter((row) => seals.isSealed(...content(row), row.seal));
      return new Map(sealed.map((row) => [row.currency, knownRate(row)]));
    },
  };
}

/** The same for the process that reads the feed: apart, so that no other has the right to write them. */
export function createWritablePostgresCurrencyRates(
  database: { readonly pool: pg.Pool },
  seals: RowSeals,
): WritableCurrencyRates {
  return {
    ...createPostgresCurrencyRates(database, seals),
    async save(rates) {
      const rows = [...rates].map(([currency, rate]) => columns(currency, rate, seals));
      await run(database.pool, SAVE, [JSON.stringify(rows)]);
    },
  };
}

/** A rate older than the stored one changes nothing. */
export const SAVE = statement(`
  insert into currency_rates as c (currency, per_usd, as_of, held_per_usd, held_since, seal)
  select currency, per_usd, as_of, held_per_usd, held_since, seal from jsonb_to_recordset($1::jsonb)
    as g(currency text, per_usd double precision, as_of timestamptz, held_per_usd double precision,
      held_since timestamptz, seal bytea)
  on conflict (currency) do update
  set per_usd = excluded.per_usd, as_of = excluded.as_of, held_per_usd = excluded.held_per_usd,
    held_since = excluded.held_since, seal = excluded.seal
  where c.as_of <= excluded.as_of`);

type RateRow = RowOf<typeof currencyRates>;

export const ALL = statement<RateRow>(
  'select currency, per_usd, as_of, held_per_usd, held_since, seal from currency_rates',
);

function columns(
  currency: RatedCurrency,
  { perUsd, asOf, held }: KnownRate,
  seals: Pick<RowSeals, 'seal'>,
): Readonly<Record<ColumnOf<typeof currencyRates>, unknown>> {
  const row = {
    ...{ currency, per_usd: perUsd, as_of: asOf },
    ...{ held_per_usd: held?.perUsd ?? null, held_since: held?.since ?? null },
  };
  return { ...row, seal: bytesInJson(seals.seal(...content(row))) };
}

function content(row: Omit<RateRow, 'seal'>): Parameters<RowSeals['seal']> {
  const { currency: id, per_usd, as_of, held_per_usd, held_since } = row;
  return [
    { table: 'currency_rates', id, owner: '', counter: as_of.getTime() },
    ['rate', String(per_usd), String(held_per_usd), String(held_since?.getTime())],
  ];
}

function knownRate(row: RateRow): KnownRate {
  const { per_usd: perUsd, as_of: asOf, held_per_usd: held, held_since: since } = row;
  return { perUsd, asOf, held: held === null || since === null ? null : { perUsd: held, since } };
}
