import { sql } from 'drizzle-orm';
import { index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { bytes, instant } from './column-types.ts';

/** Payments by link, each encrypted under the code in the link, with what opens the wallet that the money waits in. */
export const claims = pgTable(
  'claims',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Counted from 0 for each user. The sealed ones count; this column keeps two from having the same. */
    number: integer('number').notNull(),
    chainId: integer('chain_id').notNull(),
    /** Of the wallet that the money waits in, as the chain shows it anyway. */
    address: text('address').notNull(),
    /** The idempotency key of the operation that sets the money aside. */
    fundingKey: text('funding_key').notNull(),
    /** What the code finds it by; nothing of it leads back to the code. */
    lookup: bytes('lookup').notNull(),
    /** The terms and the entropy of the wallet, under a key of the code. */
    content: bytes('content').notNull(),
    /** The code and the number, under a key of the sender's own that only their sessions open. */
    sealedCode: bytes('sealed_code').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The last operation that was stored to claim or return it, whatever became of that; null while there was none. */
    operationId: uuid('operation_id'),
    /** When the link was handed to the outbox, and how often the recipient was reminded since. */
    notifiedAt: instant('notified_at'),
    reminders: smallint('reminders').notNull().default(0),
    remindedAt: instant('reminded_at'),
    openedAt: instant('opened_at'),
    /** When the sender was notified that it expired. */
    expiryNotifiedAt: instant('expiry_notified_at'),
    /** When the sender was notified that it was claimed. */
    claimNotifiedAt: instant('claim_notified_at'),
  },
  (table) => [
    uniqueIndex('claims_lookup').on(table.lookup),
    uniqueIndex('claims_number').on(table.userId, table.number),
    uniqueIndex('claims_funding').on(table.userId, table.fundingKey),
    index('claims_expiry').on(table.expiresAt).where(sql`${table.expiryNotifiedAt} is null`),
    index('claims_end')
      .on(table.operationId)
      .where(sql`${table.claimNotifiedAt} is null and ${table.operationId} is not null`),
    index('claims_address').on(table.address),
  ],
);
