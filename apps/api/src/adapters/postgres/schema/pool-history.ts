import {
  bigint,
  boolean,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

const units = (name: string) => numeric(name, { precision: 78, scale: 0 });
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** What went into and out of the private pools, as everyone can see it. */
export const poolMoves = pgTable(
  'pool_moves',
  {
    chainId: integer('chain_id').notNull(),
    blockNumber: bigint('block_number', { mode: 'bigint' }).notNull(),
    logIndex: integer('log_index').notNull(),
    position: smallint('position').notNull(),
    /** `in` or `out`. */
    direction: text('direction').notNull(),
    transactionHash: text('transaction_hash').notNull(),
    at: instant('at').notNull(),
    asset: text('asset').notNull(),
    inside: units('inside').notNull(),
    outside: units('outside').notNull(),
    party: text('party'),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.blockNumber, table.logIndex, table.position] }),
    index('pool_moves_party').on(table.chainId, table.party),
    index('pool_moves_amount').on(table.chainId, table.asset, table.inside),
    index('pool_moves_shielders').on(table.chainId, table.asset, table.direction, table.party),
  ],
);

/** One row for each pool: how far its history was read. */
export const poolCursors = pgTable('pool_cursors', {
  chainId: integer('chain_id').primaryKey(),
  takenAt: instant('taken_at').notNull(),
  readTo: bigint('read_to', { mode: 'bigint' }),
  /** The last block that cannot be undone any more. */
  finalTo: bigint('final_to', { mode: 'bigint' }),
  /** True once it was read up to the head of the chain. */
  isComplete: boolean('is_complete').notNull().default(false),
});
