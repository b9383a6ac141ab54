import { doublePrecision, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
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

/** One row: when the price feed was last requested, by any process. */
export const priceRuns = pgTable('price_turns', {
  id: smallint('id').primaryKey(),
  takenAt: instant('taken_at').notNull(),
});
