import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { bytes, instant } from './column-types.ts';

/** Links that request a payment, each encrypted under the code in the link, which only its holders know. */
export const paymentRequests = pgTable(
  'payment_requests',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What the code finds it by; nothing of it leads back to the code. */
    lookup: bytes('lookup').notNull(),
    /** The terms, under a key of the code. */
    content: bytes('content').notNull(),
    /** The code, under a key of the payee's own that only their sessions open. */
    sealedCode: bytes('sealed_code').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    cancelledAt: instant('cancelled_at'),
    /** The last operation that was stored to pay it, whatever became of that; null while there was none. */
    operationId: uuid('operation_id'),
    /** When the payee said that it was paid otherwise, and with which transaction; null where they named none. */
    settledAt: instant('settled_at'),
    settledHash: text('settled_hash'),
  },
  (table) => [
    uniqueIndex('payment_requests_lookup').on(table.lookup),
    index('payment_requests_user').on(table.userId),
    index('payment_requests_expiry').on(table.expiresAt),
  ],
);
