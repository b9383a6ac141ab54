import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PublicAddress } from '#domain/address/address';
import type { ProverKind } from '../../../ports/shielded-pool.ts';
import { users } from './accounts.ts';
import { bytes, height, instant } from './column-types.ts';

/** The process that holds a chain's private pool: what is sealed for it, and how far it has scanned. */
export const shieldedWorkers = pgTable('shielded_workers', {
  chainId: integer('chain_id').primaryKey(),
  keyId: text('key_id').notNull(),
  publicKey: bytes('public_key').notNull(),
  /** Under a key from the server's key files: a key from anywhere else is not sealed to. */
  mac: bytes('mac').notNull(),
  startedAt: instant('started_at').notNull(),
  /** The fees of the pool and whom it names, as its chain says. */
  terms: jsonb('terms')
    .$type<{
      shieldFeeBps: string;
      unshieldFeeBps: string;
      spender: PublicAddress;
      shieldMessage: string;
    }>()
    .notNull(),
  /** When it last reported that it is alive. */
  seenAt: instant('seen_at').notNull(),
  /** Up to which block the pool was scanned, and when; null before. */
  lookedBlock: height('looked_block'),
  lookedAt: instant('looked_at'),
  /** False while the pool is not known up to its newest note. */
  isComplete: boolean('is_complete').notNull(),
  /** How long the proofs of a usual payment take, milliseconds; what they are made with, and how many at once. */
  proofMs: integer('proof_ms').notNull(),
  prover: text('prover').$type<ProverKind>().notNull().default('snarkjs'),
  proofsAtOnce: integer('proofs_at_once').notNull().default(1),
});

/** Wallets that the pool's process is to hold open: what opens them, sealed for its key of this run only. */
export const shieldedWallets = pgTable(
  'shielded_wallets',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    chainId: integer('chain_id').notNull(),
    keyId: text('key_id').notNull(),
    sealed: bytes('sealed').notNull(),
    sealedAt: instant('sealed_at').notNull(),
    /** When the process had opened it and knew all of its notes; null before. */
    openedAt: instant('opened_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.chainId] }),
    index('shielded_wallets_key').on(table.keyId),
  ],
);

/** Private balances, sealed with a key that only the wallet's owner opens. */
export const shieldedViews = pgTable(
  'shielded_views',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    chainId: integer('chain_id').notNull(),
    sealed: bytes('sealed').notNull(),
    /** When the balances were read. */
    asOf: instant('as_of').notNull(),
    /** Which run of the pool's process wrote it. */
    keyId: text('key_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.chainId] })],
);

/** A user's private history, one row a transaction, the oldest first; sealed like the balances. */
export const shieldedHistory = pgTable(
  'shielded_history',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    chainId: integer('chain_id').notNull(),
    position: integer('position').notNull(),
    sealed: bytes('sealed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.chainId, table.position] })],
);

/** Times of blocks that hold transactions of the pool. */
export const shieldedBlocks = pgTable(
  'shielded_blocks',
  {
    chainId: integer('chain_id').notNull(),
    blockNumber: height('block_number').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.blockNumber] })],
);

/** Requests to the pool's process and its responses, both sealed; deleted after their deadline. */
export const shieldedRequests = pgTable(
  'shielded_requests',
  {
    id: uuid('id').primaryKey(),
    chainId: integer('chain_id').notNull(),
    keyId: text('key_id').notNull(),
    request: bytes('request').notNull(),
    response: bytes('response'),
    requestedAt: instant('requested_at').notNull(),
    deadline: instant('deadline').notNull(),
    /** When the process took it; no other process responds to it. */
    takenAt: instant('taken_at'),
  },
  (table) => [index('shielded_requests_deadline').on(table.deadline)],
);
