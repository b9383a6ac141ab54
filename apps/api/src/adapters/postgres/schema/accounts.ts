import {
  bigserial,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  /** Lower case. */
  email: text('email').notNull().unique(),
  /** E.164. */
  phone: text('phone').notNull().unique(),
  createdAt: instant('created_at').notNull(),
});

export const wallets = pgTable('wallets', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  publicAddress: text('public_address').notNull().unique(),
  privateAddress: text('private_address').notNull().unique(),
  createdAt: instant('created_at').notNull(),
});

/** What opens a wallet, sealed: none of it is of use without a password, a token or the recovery key. */
export const keyRecords = pgTable('key_records', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  seedCiphertext: bytes('seed_ciphertext').notNull(),
  passwordSalt: bytes('password_salt').notNull(),
  passwordParameters: jsonb('password_parameters')
    .$type<{ memoryKiB: number; iterations: number; parallelism: number }>()
    .notNull(),
  passwordVerifierHash: bytes('password_verifier_hash').notNull(),
  pepperId: text('pepper_id').notNull(),
  passwordWrap: bytes('password_wrap').notNull(),
  recoveryWrap: bytes('recovery_wrap').notNull(),
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
  },
  (table) => [index('sessions_user').on(table.userId, table.lastActiveAt)],
);

/** Tokens by their SHA-256; the wrap opens the user's data key for whoever holds the token itself. */
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
export const auditEvents = pgTable('audit_events', {
  id: bigserial('id', { mode: 'bigint' }).primaryKey(),
  at: instant('at').notNull(),
  userId: uuid('user_id'),
  sessionId: uuid('session_id'),
  ip: text('ip').notNull(),
  event: text('event').notNull(),
  previousHash: bytes('previous_hash'),
  hash: bytes('hash').notNull(),
});
