import { doublePrecision, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { RatedCurrency } from '#domain/price/currency-rate';
import type { TokenId } from '#domain/token/token';
import { bytes, instant } from './column-types.ts';

/** The last price of each token, for the screen only. */
export const prices = pgTable('prices', {
  tokenId: text('token_id').$type<TokenId>().primaryKey(),
  usd: doublePrecision('usd').notNull(),
  change24h: doublePrecision('change_24h'),
  asOf: instant('as_of').notNull(),
  /** Over all of it, by the process that read the feed; null before it read it again. */
  seal: bytes('seal'),
});

/** Prices of the last day, one for each minute or less. */
export const priceSamples = pgTable(
  'price_samples',
  {
    tokenId: text('token_id').$type<TokenId>().notNull(),
    at: instant('at').notNull(),
    usd: doublePrecision('usd').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenId, table.at] })],
);

/** Units of each display currency for one US dollar. */
export const currencyRates = pgTable('currency_rates', {
  currency: text('currency').$type<RatedCurrency>().primaryKey(),
  perUsd: doublePrecision('per_usd').notNull(),
  asOf: instant('as_of').notNull(),
  /** A rate too far from `per_usd` to be used yet, and since when the feed says so; null without one. */
  heldPerUsd: doublePrecision('held_per_usd'),
  heldSince: instant('held_since'),
  /** Over all of it, by the process that read the feed. */
  seal: bytes('seal').notNull(),
});

/** One row: when the price feed was last requested, by any process. */
export const priceRuns = pgTable('price_turns', {
  id: smallint('id').primaryKey(),
  takenAt: instant('taken_at').notNull(),
});
