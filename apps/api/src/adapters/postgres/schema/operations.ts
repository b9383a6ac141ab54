import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PrivateAddress, PublicAddress, TransactionHash } from '#domain/address/address';
import type {
  CancellationReason,
  FailureReason,
  OperationKind,
  OperationStatus,
} from '#domain/operation/operation';
import type { TokenId } from '#domain/token/token';
import type { InclusionColumn, ReplacementColumn } from '../operations/inclusion-column.ts';
import { height, instant, units } from './column-types.ts';

/**
 * One row for each operation, kept permanently; one that was refused leaves nothing. Public payments are stored when
 * they are signed; private transactions wait here for their proof and signature.
 */
export const operations = pgTable(
  'operations',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    kind: text('kind').$type<OperationKind>().notNull(),
    status: text('status').$type<OperationStatus>().notNull(),
    chainId: integer('chain_id').notNull(),
    account: text('account').$type<PublicAddress>().notNull(),
    recipient: text('recipient').$type<PublicAddress | PrivateAddress>().notNull(),
    tokenId: text('token_id').$type<TokenId>().notNull(),
    amount: units('amount').notNull(),
    feeTokenId: text('fee_token_id').$type<TokenId>().notNull(),
    estimatedFee: units('estimated_fee').notNull(),
    feeCeiling: units('fee_ceiling').notNull(),
    /** The private side of it; null for a public payment. */
    privateAddress: text('private_address').$type<PrivateAddress>(),
    poolFee: units('pool_fee'),
    broadcasterFee: units('broadcaster_fee'),
    signedAt: instant('signed_at'),
    /** Where the approval before it was seen last. */
    approvedIn: jsonb('approved_in').$type<InclusionColumn>(),
    failureReason: text('failure_reason').$type<FailureReason>(),
    rungsTried: smallint('rungs_tried').notNull().default(0),
    /** How many rungs are to be tried without waiting for their time. */
    leastRungs: smallint('least_rungs').notNull().default(0),
    /** Why it is to be cancelled, and since when; null while it is not. */
    cancelReason: text('cancel_reason').$type<CancellationReason>(),
    cancelRequestedAt: instant('cancel_requested_at'),
    firstTriedAt: instant('first_tried_at'),
    lastTriedAt: instant('last_tried_at'),
    minedHash: text('mined_hash').$type<TransactionHash>(),
    minedBlockNumber: height('mined_block_number'),
    minedBlockHash: text('mined_block_hash'),
    isMinedSuccess: boolean('is_mined_success'),
    /** What reached the recipient, as the token recorded it; null where success alone decides. */
    arrived: units('arrived'),
    feePaid: units('fee_paid'),
    minedAt: instant('mined_at'),
    /** The transaction that used its nonce instead, or paid a part of it. */
    replacedBy: jsonb('replaced_by').$type<ReplacementColumn>(),
    endedAt: instant('ended_at'),
    createdAt: instant('created_at').notNull(),
    /** Not claimed before this; a claim postpones it by its lease. */
    dueAt: instant('due_at').notNull(),
    /** Rises with every claim, so that a late writer is refused. */
    leaseEpoch: integer('lease_epoch').notNull(),
  },
  (table) => [
    uniqueIndex('operations_user_key').on(table.userId, table.idempotencyKey),
    index('operations_open_due').on(table.dueAt).where(sql`${table.endedAt} is null`),
    index('operations_replaced_due').on(table.dueAt).where(sql`${table.status} = 'replaced'`),
    index('operations_unsigned_due')
      .on(table.status, table.createdAt)
      .where(sql`${table.endedAt} is null and ${table.signedAt} is null`),
    index('operations_open_id').on(table.id).where(sql`${table.endedAt} is null`),
    index('operations_open_user').on(table.userId).where(sql`${table.endedAt} is null`),
    index('operations_open_account').on(table.account).where(sql`${table.endedAt} is null`),
    index('operations_account_mined').on(table.account, table.minedAt),
    index('operations_user_recipient').on(table.userId, table.recipient),
    index('operations_recipient').on(sql`lower(${table.recipient})`),
    check(
      'operations_amount_positive',
      sql`${table.amount} > 0 or ${table.kind} = 'nonce-fill' and ${table.amount} = 0`,
    ),
    check(
      'operations_signed_to_be_sent',
      sql`${table.signedAt} is not null or ${table.status} in ('created', 'prepared', 'needs_unlock', 'failed')`,
    ),
  ],
);

/**
 * What a signed transaction is for: `approval` must be mined before `payment`, and `reset` before that; a
 * `cancellation` replaces one of them.
 */
export type TransactionRole = 'payment' | 'approval' | 'reset' | 'cancellation';

/**
 * Every transaction that was ever signed: one row for each rung of a ladder, one nonce for each ladder, and one row for
 * each cancellation of a nonce, with rungs above all ladders, the cheapest first.
 */
export const operationTransactions = pgTable(
  'operation_transactions',
  {
    operationId: uuid('operation_id')
      .notNull()
      .references(() => operations.id),
    role: text('role').$type<TransactionRole>().notNull().default('payment'),
    rung: smallint('rung').notNull(),
    chainId: integer('chain_id').notNull(),
    account: text('account').$type<PublicAddress>().notNull(),
    nonce: bigint('nonce', { mode: 'number' }).notNull(),
    hash: text('hash').$type<TransactionHash>().notNull(),
    raw: text('raw').$type<`0x${string}`>().notNull(),
  },
  (table) => [
    uniqueIndex('operation_transactions_rung').on(table.operationId, table.role, table.rung),
    uniqueIndex('operation_transactions_nonce').on(
      table.chainId,
      table.account,
      table.nonce,
      table.rung,
    ),
    uniqueIndex('operation_transactions_hash').on(table.chainId, table.hash),
  ],
);

/** One row for each account on a chain: its lock and its next nonce. */
export const chainAccounts = pgTable(
  'chain_accounts',
  {
    chainId: integer('chain_id').notNull(),
    address: text('address').notNull(),
    nextNonce: bigint('next_nonce', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.address] })],
);

/** The newest blocks of a chain, as the worker last saw them. */
export const chainHeads = pgTable('chain_heads', {
  chainId: integer('chain_id').primaryKey(),
  latestBlock: height('latest_block').notNull(),
  finalizedBlock: height('finalized_block').notNull(),
  seenAt: instant('seen_at').notNull(),
});

/**
 * Transactions of our accounts that the chain has and the records lacked: what the database lost in a failover. An
 * operation takes one when its request is repeated.
 */
export const recoveredTransactions = pgTable(
  'recovered_transactions',
  {
    chainId: integer('chain_id').notNull(),
    account: text('account').$type<PublicAddress>().notNull(),
    nonce: bigint('nonce', { mode: 'number' }).notNull(),
    hash: text('hash').$type<TransactionHash>().notNull(),
    raw: text('raw').$type<`0x${string}`>().notNull(),
    /** Null when it creates a contract. */
    toAddress: text('to_address').$type<PublicAddress>(),
    value: units('value').notNull(),
    data: text('data').$type<`0x${string}`>().notNull(),
    feeCeiling: units('fee_ceiling').notNull(),
    blockNumber: height('block_number').notNull(),
    blockHash: text('block_hash').notNull(),
    minedAt: instant('mined_at').notNull(),
    recoveredAt: instant('recovered_at').notNull(),
    /** The operation that has it; null while none was requested again. */
    operationId: uuid('operation_id'),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.account, table.nonce] })],
);

/** Every server that was the database, by PostgreSQL's identity of it: a failover adds a row. */
export const databaseHistory = pgTable(
  'database_history',
  {
    systemIdentifier: text('system_identifier').notNull(),
    timeline: integer('timeline').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.systemIdentifier, table.timeline] })],
);
