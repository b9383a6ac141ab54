import { boolean, pgTable, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { bytes, instant } from './column-types.ts';

/** What users want to be notified of; a user without a row wants all of it. */
export const notificationSettings = pgTable('notification_settings', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  wantsPaymentMails: boolean('wants_payment_mails').notNull(),
  /** Rises with every change. */
  changedAt: instant('changed_at').notNull(),
  /** Over all of it; null until earlier rows were sealed. */
  seal: bytes('seal'),
});
