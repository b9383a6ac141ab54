import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { sessions, users } from './accounts.ts';
import { bytes, instant } from './column-types.ts';

/** Browsers that get push messages: one for each session, which ends with it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    sessionId: uuid('session_id')
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    /** Since when something is new that no message was sent for; null while nothing is. */
    pendingSince: instant('pending_since'),
    /** Rises with everything that is new. */
    marks: integer('marks').notNull().default(0),
    /** Not sent before this; a claim postpones it by the lease. */
    dueAt: instant('due_at').notNull(),
    /** Since it last succeeded. */
    failures: integer('failures').notNull().default(0),
    /** Over session, user and endpoint. */
    seal: bytes('seal').notNull(),
  },
  (table) => [
    index('push_subscriptions_user').on(table.userId),
    index('push_subscriptions_due').on(table.dueAt).where(sql`${table.pendingSince} is not null`),
  ],
);
