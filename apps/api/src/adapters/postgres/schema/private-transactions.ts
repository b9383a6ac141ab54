import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { TokenId } from '#domain/token/token';
import { bytes, instant, units } from './column-types.ts';
import { operations } from './operations.ts';

/** What private transactions need besides their operation: how they are proved, the proved call, and when it is sent. */
export const privateTransactions = pgTable(
  'private_transactions',
  {
    operationId: uuid('operation_id')
      .primaryKey()
      .references(() => operations.id),
    userId: uuid('user_id').notNull(),
    gasPrice: units('gas_price').notNull(),
    /** How the broadcaster is paid; all null when it is not. */
    feeTokenId: text('fee_token_id').$type<TokenId>(),
    feePerNativeCoin: units('fee_per_native_coin'),
    feeRecipient: text('fee_recipient').$type<PrivateAddress>(),
    /** To the recipient, under the view key of the user; null for none. */
    sealedMessage: bytes('sealed_message'),
    /** What its owner signed, under the view key of the user; null where the process that proves signs. */
    sealedPlan: bytes('sealed_plan'),
    /** Whether the recipient sees the sender. */
    showsSender: boolean('shows_sender').notNull().default(false),
    /** Of the order, by the process that took it. */
    signature: bytes('signature').notNull(),
    /** The private address of the wallet of a claim that it spends from; null for the user's own. */
    spender: text('spender').$type<PrivateAddress>(),
    /** What opens that wallet, sealed for one run of the process that proves; null for the user's own. */
    sealedSpender: bytes('sealed_spender'),
    /** Share of the proof that is done. */
    share: real('share'),
    callTo: text('call_to').$type<PublicAddress>(),
    callData: text('call_data').$type<`0x${string}`>(),
    callValue: units('call_value'),
    gasLimit: units('gas_limit'),
    nullifiers: text('nullifiers').array().$type<readonly `0x${string}`[]>(),
    provedAt: instant('proved_at'),
    /** The time within its span at which it is sent; null for immediately. */
    sendAt: instant('send_at'),
    sendWindowEnd: instant('send_window_end'),
    /** When the user's wallet had seen what it did; until then no other is made for them. */
    releasedAt: instant('released_at'),
  },
  (table) => [
    index('private_transactions_unreleased')
      .on(table.userId)
      .where(sql`${table.releasedAt} is null`),
  ],
);

/** Which operation of ours spends a note; two cannot. */
export const spentNotes = pgTable(
  'spent_notes',
  {
    chainId: integer('chain_id').notNull(),
    nullifier: text('nullifier').notNull(),
    operationId: uuid('operation_id')
      .notNull()
      .references(() => operations.id),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.nullifier] }),
    index('spent_notes_operation').on(table.operationId),
  ],
);

/** The proof that each user may be about to request; one each, the latest. */
export const precomputeRequests = pgTable('precompute_requests', {
  userId: uuid('user_id').primaryKey(),
  terms: jsonb('terms').notNull(),
  requestedAt: instant('requested_at').notNull(),
});
