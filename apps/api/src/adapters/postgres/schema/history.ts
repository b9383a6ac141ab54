import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Direction } from '#domain/activity/activity';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { TokenId } from '#domain/token/token';
import { height, instant, units } from './column-types.ts';

/** One row for each chain: how far it was followed, and who follows it. */
export const chainFollowers = pgTable('chain_followers', {
  chainId: integer('chain_id').primaryKey(),
  /** The last block that was stored; null before the first. */
  lastNumber: height('last_number'),
  lastHash: text('last_hash'),
  latestNumber: height('latest_number'),
  finalizedNumber: height('finalized_number'),
  lookedAt: instant('looked_at'),
  follower: text('follower'),
  leasedUntil: instant('leased_until'),
});

/** The blocks that were followed recently, to find where a chain forked. */
export const followedBlocks = pgTable(
  'followed_blocks',
  {
    chainId: integer('chain_id').notNull(),
    number: height('number').notNull(),
    hash: text('hash').notNull(),
    parentHash: text('parent_hash').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.number] })],
);

/** What the chains did to public balances: the sum over an account's rows is its balance. */
export const publicMovements = pgTable(
  'public_movements',
  {
    /** Rises in the order of the blocks of a chain. */
    id: bigserial('id', { mode: 'bigint' }).primaryKey(),
    chainId: integer('chain_id').notNull(),
    account: text('account').$type<PublicAddress>().notNull(),
    tokenId: text('token_id').$type<TokenId>().notNull(),
    blockNumber: height('block_number').notNull(),
    blockHash: text('block_hash').notNull(),
    at: instant('at').notNull(),
    transactionHash: text('transaction_hash').$type<TransactionHash>(),
    position: text('position').notNull(),
    cause: text('cause').notNull(),
    direction: text('direction').$type<Direction>().notNull(),
    fromAddress: text('from_address').$type<PublicAddress>(),
    toAddress: text('to_address'),
    amount: units('amount').notNull(),
    isSuccess: boolean('is_success').notNull(),
    type: text('type').notNull(),
    operationId: uuid('operation_id'),
  },
  (table) => [
    uniqueIndex('public_movements_place').on(
      table.chainId,
      table.blockNumber,
      table.position,
      table.account,
    ),
    index('public_movements_account').on(table.account, table.at, table.id),
    index('public_movements_coin').on(table.account, table.tokenId, table.at, table.id),
    index('public_movements_transaction').on(table.account, table.transactionHash),
    index('public_movements_operation')
      .on(table.operationId)
      .where(sql`${table.operationId} is not null`),
  ],
);

/** Up to which final block of each chain users were notified of what they received. */
export const arrivalCursors = pgTable('arrival_cursors', {
  chainId: integer('chain_id').primaryKey(),
  number: height('number').notNull(),
});

/** Transactions that another record explains: an order of the payment partner, or a swap. */
export const movementOrigins = pgTable(
  'movement_origins',
  {
    account: text('account').notNull(),
    transactionHash: text('transaction_hash').notNull(),
    type: text('type').$type<'ramp' | 'swap'>().notNull(),
    /** The order's id at the partner, or the swap's request id. */
    originId: text('origin_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.transactionHash] })],
);
