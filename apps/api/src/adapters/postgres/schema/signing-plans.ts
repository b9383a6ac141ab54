import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { PlanState } from '../../../ports/signing-plans.ts';
import { users } from './accounts.ts';
import { bytes, instant } from './column-types.ts';

/** What owners of their keys are to sign, each encrypted under a key of the user's own that only their sessions open. */
export const signingPlans = pgTable(
  'signing_plans',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The operation that it becomes. */
    operationId: uuid('operation_id').notNull(),
    chainId: integer('chain_id').notNull(),
    /** Whose keys sign it: public or private. */
    account: text('account').$type<PublicAddress | PrivateAddress>().notNull(),
    state: text('state').$type<PlanState>().notNull(),
    content: bytes('content').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('signing_plans_waiting')
      .on(table.chainId, table.account)
      .where(sql`${table.state} = 'waiting'`),
    index('signing_plans_user').on(table.userId),
    index('signing_plans_operation').on(table.operationId),
    index('signing_plans_expiry').on(table.expiresAt),
  ],
);
