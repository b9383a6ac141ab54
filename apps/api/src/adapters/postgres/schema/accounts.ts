import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { Custody } from '#domain/custody/custody';
import { bytes, instant } from './column-types.ts';

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** Lower case. */
    email: text('email').notNull().unique(),
    /** E.164. */
    phone: text('phone').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    /** Over contacts, wallet addresses and custody, by the process that checked both codes; null until it signed older accounts. */
    signature: bytes('signature'),
    /** Of emails and messages. */
    language: text('language').notNull().default('en'),
  },
  (table) => [check('users_language', sql`${table.language} in ('en', 'es', 'ar')`)],
);

export const wallets = pgTable(
  'wallets',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    publicAddress: text('public_address').$type<PublicAddress>().notNull().unique(),
    privateAddress: text('private_address').$type<PrivateAddress>().notNull().unique(),
    createdAt: instant('created_at').notNull(),
    /** By chain id: the block up to which its pool had been scanned. No note of the wallet is older. */
    poolBlocks: jsonb('pool_blocks').$type<Readonly<Record<string, number>>>(),
    /** Signed with the account. */
    custody: text('custody').$type<Custody>().notNull().default('assisted'),
  },
  (table) => [check('wallets_custody', sql`${table.custody} in ('assisted', 'only-me')`)],
);

const sealedKeys = {
  seedCiphertext: bytes('seed_ciphertext').notNull(),
  passwordSalt: bytes('password_salt').notNull(),
  passwordParameters: jsonb('password_parameters')
    .$type<{ memoryKiB: number; iterations: number; parallelism: number }>()
    .notNull(),
  passwordVerifierHash: bytes('password_verifier_hash').notNull(),
  pepperId: text('pepper_id').notNull(),
  passwordWrap: bytes('password_wrap').notNull(),
  recoveryWrap: bytes('recovery_wrap').notNull(),
};

/** What opens a wallet, sealed: none of it is usable without a password, a token or the recovery key. */
export const keyRecords = pgTable('key_records', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  ...sealedKeys,
  /** When the recovery key last set a new password; keys cannot be exported for a while after. */
  recoveredAt: instant('recovered_at'),
  passwordSetAt: instant('password_set_at').notNull(),
  /** Over the user, the salt and both times; null until earlier rows were sealed. */
  seal: bytes('seal'),
});

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent').notNull(),
    ip: text('ip').notNull(),
    createdAt: instant('created_at').notNull(),
    lastActiveAt: instant('last_active_at').notNull(),
    /** The absolute end, whatever happens in it. */
    endsAt: instant('ends_at').notNull(),
    /** The thumbprint of the key that signs every request of it; null for one that any bearer of its tokens may use. */
    deviceKey: text('device_key'),
    /** Over its user, its device key, its end and its last activity. */
    seal: bytes('seal').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId, table.lastActiveAt)],
);

/** Tokens by their SHA-256; the wrap opens the user's data key for the holder of the token itself. */
export const sessionTokens = pgTable(
  'session_tokens',
  {
    hash: bytes('hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'access' | 'refresh'>().notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The refresh token that this pair came from; null for the first pair. */
    parentHash: bytes('parent_hash'),
    /** When a refresh token was exchanged. */
    usedAt: instant('used_at'),
    /** When it was first shown by its holder. */
    presentedAt: instant('presented_at'),
    wrap: bytes('wrap'),
    /** The pair that came after, sealed under the token itself. */
    successor: bytes('successor'),
    /** How often the session was refreshed before this pair. */
    rotation: integer('rotation').notNull(),
    /** Over what the token may do, for whom and until when. */
    seal: bytes('seal').notNull(),
  },
  (table) => [
    index('session_tokens_session').on(table.sessionId),
    index('session_tokens_parent').on(table.parentHash),
  ],
);

/** Counters of attempts, by what is counted. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  windowEndsAt: instant('window_ends_at').notNull(),
  blockedUntil: instant('blocked_until'),
});

/** Append-only; each row's hash covers the one before it. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigserial('id', { mode: 'bigint' }).primaryKey(),
    at: instant('at').notNull(),
    userId: uuid('user_id'),
    sessionId: uuid('session_id'),
    ip: text('ip').notNull(),
    event: text('event').notNull(),
    previousHash: bytes('previous_hash'),
    hash: bytes('hash').notNull(),
    /** Which key the hash was made with; null for rows of before there was one. */
    keyId: text('key_id'),
  },
  (table) => [
    index('audit_events_exports').on(table.userId).where(sql`${table.event} = 'keys-exported'`),
  ],
);

/** Users who registered and have not verified email and phone yet: one for each email, the newest. */
export const registrations = pgTable('registrations', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull().unique(),
  phone: text('phone').notNull(),
  name: text('name').notNull(),
  userId: uuid('user_id').notNull(),
  walletId: uuid('wallet_id').notNull(),
  walletName: text('wallet_name').notNull(),
  publicAddress: text('public_address').$type<PublicAddress>().notNull(),
  privateAddress: text('private_address').$type<PrivateAddress>().notNull(),
  ...sealedKeys,
  /** Hash of the token that belongs to the caller who began it. */
  tokenHash: bytes('token_hash').notNull(),
  /** The data key, for the holder of that token. */
  tokenWrap: bytes('token_wrap').notNull(),
  /** Part of the network it came from. */
  network: text('network').notNull(),
  /** It recently replaced one that came from elsewhere: only its token ends it. */
  isContested: boolean('is_contested').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

/** Two codes that were sent together; the newest of a purpose, subject and requester is the only one. */
export const codeChallenges = pgTable(
  'code_challenges',
  {
    id: uuid('id').primaryKey(),
    purpose: text('purpose').$type<'register' | 'reset' | 'contact-change'>().notNull(),
    /** What the codes prove: a registration, a user, or a name that no one has. */
    subject: text('subject').notNull(),
    /** Who requested them, and alone may use them: a device by its key, or a network. */
    requester: text('requester').notNull(),
    codesHash: bytes('codes_hash').notNull(),
    tries: smallint('tries').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    /** The new contact, while a change of one is confirmed; its hash covers both. */
    contactChannel: text('contact_channel').$type<'email' | 'phone'>(),
    contactValue: text('contact_value'),
  },
  (table) => [
    uniqueIndex('code_challenges_requester').on(table.purpose, table.subject, table.requester),
  ],
);

/** Devices that a user signed in with before. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    device: text('device').notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** Over user and device; null until earlier rows were sealed. */
    seal: bytes('seal'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.device] })],
);
