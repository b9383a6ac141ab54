import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { bytes, instant } from './column-types.ts';

/** What users want to be notified of; a user without a row wants all of it. */
export const notificationSettings = pgTable('notification_settings', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Of rows of before there were topics, whether any email about payments is wanted. */
  wantsPaymentMails: boolean('wants_payment_mails').notNull(),
  /** What is turned off, as in `arrivals.push,payments.email`; null in rows of before there were topics. */
  turnedOff: text('turned_off'),
  /** Rises with every change. */
  changedAt: instant('changed_at').notNull(),
  /** Over all of it; null until earlier rows were sealed. */
  seal: bytes('seal'),
});

/** Up to when users have read their inbox; nothing without a row. */
export const inboxReads = pgTable('inbox_reads', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  readUntil: instant('read_until').notNull(),
});
