import { boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { PublicAddress } from '#domain/address/address';
import { height, instant, units } from './column-types.ts';

/** What went into and out of the private pools, as everyone can see it. */
export const poolMovements = pgTable(
  'pool_movements',
  {
    chainId: integer('chain_id').notNull(),
    blockNumber: height('block_number').notNull(),
    logIndex: integer('log_index').notNull(),
    position: smallint('position').notNull(),
    direction: text('direction').$type<'in' | 'out'>().notNull(),
    transactionHash: text('transaction_hash').notNull(),
    at: instant('at').notNull(),
    asset: text('asset').$type<PublicAddress>().notNull(),
    inside: units('inside').notNull(),
    outside: units('outside').notNull(),
    counterparty: text('counterparty').$type<PublicAddress>(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.blockNumber, table.logIndex, table.position] }),
    index('pool_movements_counterparty').on(table.chainId, table.counterparty),
    index('pool_movements_amount').on(table.chainId, table.asset, table.inside),
    index('pool_movements_shielders').on(
      table.chainId,
      table.asset,
      table.direction,
      table.counterparty,
    ),
  ],
);

/** One row for each pool: how far its history was read. */
export const poolCursors = pgTable('pool_cursors', {
  chainId: integer('chain_id').primaryKey(),
  takenAt: instant('taken_at').notNull(),
  readTo: height('read_to'),
  /** The last block that cannot be undone any more. */
  finalTo: height('final_to'),
  /** True once it was read up to the head of the chain. */
  isComplete: boolean('is_complete').notNull().default(false),
});
