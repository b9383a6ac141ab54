import { index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { PublicAddress } from '#domain/address/address';
import type { RampSide, RampStatus } from '#domain/ramp/ramp-order';
import { users } from './accounts.ts';
import { bytes, instant } from './column-types.ts';

/** For whom a page of the payment partner was opened. */
export const rampVisits = pgTable(
  'ramp_visits',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    side: text('side').$type<RampSide>().notNull(),
    address: text('address').$type<PublicAddress>().notNull(),
    ip: text('ip').notNull(),
    openedAt: instant('opened_at').notNull(),
  },
  (table) => [
    index('ramp_visits_opened').on(table.openedAt),
    index('ramp_visits_user').on(table.userId),
  ],
);

/** Orders at the payment partner; without a status until they were read there. */
export const rampOrders = pgTable(
  'ramp_orders',
  {
    orderId: text('order_id').primaryKey(),
    visitId: uuid('visit_id')
      .notNull()
      .references(() => rampVisits.id, { onDelete: 'cascade' }),
    status: text('status').$type<RampStatus>(),
    fiatCurrency: text('fiat_currency'),
    fiatAmount: text('fiat_amount'),
    cryptoAmount: text('crypto_amount'),
    address: text('address'),
    transactionHash: text('transaction_hash'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** When it is looked up next; a claim postpones it by the lease. Null while only a webhook can change it. */
    dueAt: instant('due_at'),
    /** Over what the partner said, and for whose page; null until it was read, and until earlier rows were sealed. */
    seal: bytes('seal'),
  },
  (table) => [
    index('ramp_orders_due').on(table.dueAt),
    index('ramp_orders_visit').on(table.visitId),
  ],
);

/** Which events of the partner were received already. */
export const rampEvents = pgTable(
  'ramp_events',
  {
    id: text('id').primaryKey(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [index('ramp_events_received').on(table.receivedAt)],
);

/** One row: the partner's access token, sealed, and the one before it. */
export const rampAccess = pgTable('ramp_access', {
  id: smallint('id').primaryKey(),
  current: bytes('current'),
  expiresAt: instant('expires_at'),
  previous: bytes('previous'),
  issuedAt: instant('issued_at'),
  /** Until then one process requests a new token. */
  leasedUntil: instant('leased_until').notNull(),
});
