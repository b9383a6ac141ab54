import {
  bigint,
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { bytes, instant } from './column-types.ts';

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** WebAuthn credentials that approve for a user, and sign in where they have a wrap. */
export const passkeys = pgTable(
  'passkeys',
  {
    credentialId: bytes('credential_id').primaryKey(),
    userId: userId(),
    name: text('name').notNull(),
    /** COSE. */
    publicKey: bytes('public_key').notNull(),
    /** The user's data key, under what the passkey derives; null for one that only approves. */
    wrap: bytes('wrap'),
    isSynced: boolean('is_synced').notNull(),
    transports: jsonb('transports').$type<readonly string[]>().notNull(),
    /** The highest that its authenticator reported; 0 where it does not count. */
    signCount: bigint('sign_count', { mode: 'bigint' }).notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    /** Over the credential, its user, its key, its wrap and when it was added. */
    seal: bytes('seal').notNull(),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);

/** The authenticator app of a user. */
export const authenticatorApps = pgTable('authenticator_apps', {
  userId: userId().primaryKey(),
  /** Sealed under a key that is not in the database. */
  secret: bytes('secret').notNull(),
  createdAt: instant('created_at').notNull(),
  /** The time step of the last code that was accepted: no code is accepted twice. */
  lastStep: bigint('last_step', { mode: 'bigint' }).notNull(),
  seal: bytes('seal').notNull(),
});

/** Recovery codes by a keyed hash; deleted when they are used. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: userId(),
    hash: bytes('hash').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);

/** What was asked to be approved; deleted when it was used. */
export const approvals = pgTable(
  'approvals',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    sessionId: uuid('session_id').notNull(),
    /** The challenge, which is the hash of what is approved. */
    challenge: bytes('challenge').notNull(),
    tries: smallint('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('approvals_expiry').on(table.expiresAt)],
);

/** A user's limit, freeze and holds. Without a row, they are the configured ones. */
export const protections = pgTable('protections', {
  userId: userId().primaryKey(),
  /** Cents; null for the configured limit. */
  dailyLimit: bigint('daily_limit', { mode: 'bigint' }),
  /** A higher limit, in effect from `raise_at` on. */
  raiseTo: bigint('raise_to', { mode: 'bigint' }),
  raiseAt: instant('raise_at'),
  frozenAt: instant('frozen_at'),
  /** The hold of the reset at this time was ended by a passkey. */
  liftedResetAt: instant('lifted_reset_at'),
  /** When all second factors are removed, as an owner requested who lost them. */
  factorsRemovedAt: instant('factors_removed_at'),
  /** When the reminder of what the account lacks was dismissed. */
  remindedAt: instant('reminded_at'),
  /** The position of the newest admitted payment: a payment below it that is missing was deleted by something else. */
  payments: bigint('payments', { mode: 'bigint' }).notNull(),
  /** How often it was changed. */
  version: bigint('version', { mode: 'bigint' }).notNull(),
  /** Over all of it. */
  seal: bytes('seal').notNull(),
});

/** Payments that were admitted, for the total of a day and for who was paid before. */
export const admittedPayments = pgTable(
  'admitted_payments',
  {
    userId: userId(),
    /** Counted from 1 for each user, without a gap. */
    position: bigint('position', { mode: 'bigint' }).notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    at: instant('at').notNull(),
    /** US cents, rounded up; 0 without a price, and once it was given back. */
    cents: bigint('cents', { mode: 'bigint' }).notNull(),
    /** A keyed hash: who was paid is not readable here. Empty once it was given back. */
    recipient: bytes('recipient').notNull(),
    /** A keyed hash of all of the payment. Empty once it was given back. */
    payment: bytes('payment').notNull(),
    /** Approved ones do not use up the limit. */
    isApproved: boolean('is_approved').notNull(),
    /** Over all of it. */
    seal: bytes('seal').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.position] }),
    index('admitted_payments_key').on(table.userId, table.idempotencyKey),
    index('admitted_payments_recipient').on(table.userId, table.recipient),
  ],
);

/** Changes of an email or a phone that both codes confirmed and that are not in effect yet. */
export const contactChanges = pgTable('contact_changes', {
  userId: userId().primaryKey(),
  channel: text('channel').$type<'email' | 'phone'>().notNull(),
  value: text('value').notNull(),
  at: instant('at').notNull(),
  /** Over all of it, by the process that verified the codes. */
  signature: bytes('signature').notNull(),
});
