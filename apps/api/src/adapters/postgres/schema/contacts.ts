import { boolean, index, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { bytes, instant } from './column-types.ts';

/** Whom users saved, each encrypted under a key of the user's own that only their sessions open. */
export const contacts = pgTable(
  'contacts',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Rises with every change; the content is bound to it. */
    version: integer('version').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [index('contacts_user').on(table.userId)],
);

/** Whether users can be found by email or phone; a user without a row that has its seal cannot. */
export const discoverability = pgTable('discoverability', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  isDiscoverable: boolean('is_discoverable').notNull(),
  /** Rises with every change. */
  changedAt: instant('changed_at').notNull(),
  /** Over all of it. */
  seal: bytes('seal').notNull(),
});
