import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { OwnerWrapKind } from '../../../ports/owner-wraps.ts';
import { users } from './accounts.ts';
import { bytes, instant } from './column-types.ts';

/**
 * Ways to open the keys of a wallet that only its owner has: each needs what is on the owner's device, or six words. A
 * box that is changed doesn't open, and one of another user's neither.
 */
export const ownerWraps = pgTable(
  'owner_wraps',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The signer drew it. */
    id: uuid('id').notNull(),
    version: smallint('version').notNull(),
    kind: text('kind').$type<OwnerWrapKind>().notNull(),
    label: text('label').notNull(),
    /** Of a passkey, base64url; empty otherwise. */
    credentialId: text('credential_id').notNull(),
    /** Of a passkey, SPKI as base64url; empty otherwise. */
    publicKey: text('public_key').notNull(),
    /** Of six words; empty otherwise. */
    salt: bytes('salt').notNull(),
    /** What signs: IV, ciphertext and tag. */
    keysBox: bytes('keys_box').notNull(),
    /** What the 12 words are made from: IV, ciphertext and tag. */
    entropyBox: bytes('entropy_box').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When its box was last requested; null before. */
    usedAt: instant('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('owner_wraps_user').on(table.userId, table.createdAt),
    check('owner_wraps_kind', sql`${table.kind} in ('passkey', 'phrase')`),
    check('owner_wraps_version', sql`${table.version} = 1`),
  ],
);
