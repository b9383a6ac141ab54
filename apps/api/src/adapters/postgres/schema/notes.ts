import { integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { bytes } from './column-types.ts';

/** What users noted about payments, each encrypted under a key of the user's own that only their sessions open. */
export const notes = pgTable(
  'notes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The entry that it is about, as a tag under a key of the user's own: it doesn't name the payment. */
    subject: bytes('subject').notNull(),
    /** Rises with every change; the content is bound to it. */
    version: integer('version').notNull(),
    /** The entry's id and the text. */
    content: bytes('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.subject] })],
);
