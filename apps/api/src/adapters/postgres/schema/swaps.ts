import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PublicAddress } from '#domain/address/address';
import type { TokenId } from '#domain/token/token';
import type { SwapRoute } from '#wire/exchange/route';
import type { StoredSwap } from '../../../ports/swaps.ts';
import type { SwapStepColumn } from '../exchange/swap-step-column.ts';
import { bytes, instant, units } from './column-types.ts';

/** Routes as they were offered, for a minute: what is executed is read from here and not from a browser. */
export const swapOffers = pgTable(
  'swap_offers',
  {
    requestId: text('request_id').primaryKey(),
    userId: uuid('user_id').notNull(),
    account: text('account').$type<PublicAddress>().notNull(),
    fromTokenId: text('from_token_id').$type<TokenId>().notNull(),
    toTokenId: text('to_token_id').$type<TokenId>().notNull(),
    amount: units('amount').notNull(),
    route: jsonb('route').$type<SwapRoute>().notNull(),
    offeredAt: instant('offered_at').notNull(),
    /** Over all of it. */
    seal: bytes('seal').notNull(),
  },
  (table) => [index('swap_offers_offered_at').on(table.offeredAt)],
);

/** One row for each swap that was confirmed, kept permanently. Its transactions are operations. */
export const swaps = pgTable(
  'swaps',
  {
    requestId: text('request_id').primaryKey(),
    userId: uuid('user_id').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    account: text('account').$type<PublicAddress>().notNull(),
    fromTokenId: text('from_token_id').$type<TokenId>().notNull(),
    toTokenId: text('to_token_id').$type<TokenId>().notNull(),
    amount: units('amount').notNull(),
    minimumReceived: units('minimum_received').notNull(),
    slippageBps: smallint('slippage_bps').notNull(),
    route: jsonb('route').$type<SwapRoute>().notNull(),
    steps: jsonb('steps').$type<readonly SwapStepColumn[]>().notNull(),
    status: text('status').$type<StoredSwap['status']>().notNull(),
    error: text('error'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** Not claimed before this; a claim postpones it by its lease. */
    dueAt: instant('due_at').notNull(),
    /** Rises with every change, so that a late writer is refused. */
    version: integer('version').notNull(),
    /** Over what was agreed and how far it came; null until earlier rows were sealed. */
    seal: bytes('seal'),
  },
  (table) => [
    uniqueIndex('swaps_user_key').on(table.userId, table.idempotencyKey),
    index('swaps_user_created').on(table.userId, table.createdAt),
    index('swaps_open_due')
      .on(table.dueAt)
      .where(sql`${table.status} not in ('completed', 'failed')`),
  ],
);
