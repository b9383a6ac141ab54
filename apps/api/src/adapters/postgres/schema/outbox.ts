import { sql } from 'drizzle-orm';
import { bigserial, index, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { Channel } from '../../../ports/outbox.ts';
import { bytes, instant } from './column-types.ts';

/** Notices for users, written with what they report and sent afterwards. */
export const outbox = pgTable(
  'outbox',
  {
    id: bigserial('id', { mode: 'bigint' }).primaryKey(),
    topic: text('topic').notNull(),
    /** Null until the recipient is known, and when there is none. */
    channel: text('channel').$type<Channel>(),
    recipient: text('recipient'),
    userId: uuid('user_id'),
    content: jsonb('content').$type<Readonly<Record<string, string>>>().notNull(),
    secret: bytes('secret'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    /** Not claimed before this; a claim postpones it by the lease. Null when it is given up. */
    dueAt: instant('due_at'),
    attempts: smallint('attempts').notNull().default(0),
    sentAt: instant('sent_at'),
  },
  (table) => [
    index('outbox_due')
      .on(table.dueAt)
      .where(sql`${table.sentAt} is null and ${table.channel} is not null`),
    index('outbox_received')
      .on(table.userId, table.id)
      .where(sql`${table.topic} = 'money-received'`),
    index('outbox_pending')
      .on(table.id)
      .where(sql`${table.sentAt} is null and ${table.channel} is null`),
  ],
);
