import * as z from 'zod/mini';
import { base64url } from '../security/base64url.ts';

const uuid = z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
/** Bytes as lower-case hex. */
const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`)));
/** AES-256-GCM: an IV of 12 bytes, then content and tag. */
const box = (bytes: number) => z.strictObject({ iv: hex(12), bytes: hex(bytes + 16) });

/** Up to 50 visible characters. */
export const ownerWrapLabel = z.string().check(z.minLength(1), z.maxLength(50));

const boxes = {
  /** What signs: the three private keys. */
  keysBox: box(96),
  /** What the 12 words are made from. */
  entropyBox: box(16),
};
const named = { version: z.literal(1), id: uuid };

/** A way to open the keys of a wallet that only its owner has, which opens nothing by itself. */
export const ownerWrap = z.discriminatedUnion('kind', [
  z.strictObject({
    ...named,
    kind: z.literal('passkey'),
    /** Of the signer’s own host, and its key as SPKI. */
    credentialId: base64url.check(z.minLength(1), z.maxLength(1400)),
    publicKey: base64url.check(z.minLength(1), z.maxLength(1400)),
    salt: z.literal(''),
    ...boxes,
  }),
  z.strictObject({
    ...named,
    kind: z.literal('phrase'),
    credentialId: z.literal(''),
    publicKey: z.literal(''),
    salt: hex(16),
    ...boxes,
  }),
]);

/** A way to open the keys as it is listed: without its boxes. */
export const listedOwnerWrap = z.object({
  id: z.string(),
  kind: z.enum(['passkey', 'phrase']),
  label: z.string(),
  credentialId: z.string(),
  createdAt: z.string(),
  /** When its box was last requested; null before. */
  usedAt: z.nullable(z.string()),
});

export const ownerWrapId = z.object({ id: uuid });

export type OwnerWrapWire = z.output<typeof ownerWrap>;
export type ListedOwnerWrap = z.output<typeof listedOwnerWrap>;
