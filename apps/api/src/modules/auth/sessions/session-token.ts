import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { TokenKind } from '../../../ports/key-vault.ts';
import type { Randomness } from '../../../ports/randomness.ts';

const SECRET_BYTES = 32;
const prefixByKind: Readonly<Record<TokenKind, string>> = {
  access: 'kxa_',
  refresh: 'kxr_',
  registration: 'kxg_',
};
const FORM = /^kx[agr]_[A-Za-z0-9_-]{49}$/;

/** @returns a new token: prefix, 256 random bits, and a checksum that detects typing errors without a query. */
export function makeToken(kind: TokenKind, randomness: Pick<Randomness, 'bytes'>): string {
  const secret = Buffer.from(randomness.bytes(SECRET_BYTES)).toString('base64url');
  const body = `${prefixByKind[kind]}${secret}`;
  return `${body}${checksum(body)}`;
}

/** @returns true when the text has the form and the checksum of such a token. */
export function isTokenOf(kind: TokenKind, text: string): boolean {
  if (!FORM.test(text) || !text.startsWith(prefixByKind[kind])) return false;
  return checksum(text.slice(0, -6)) === text.slice(-6);
}

/** Tokens are 256 random bits: one round of SHA-256 is enough to store them. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function checksum(body: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString('base64url');
}
