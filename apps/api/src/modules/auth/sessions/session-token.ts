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
const FORM = /^(kx[agr]_[A-Za-z0-9_-]{49})(?:\.[A-Za-z0-9_-]{43})?$/;

/**
 * @param device the thumbprint of the key that its session is bound to, which its holder compares with their own key
 *   before they send it; null for none
 * @returns a new token: prefix, 256 random bits, a checksum that detects typing errors without a query, and `.` with
 *   the device, if there is one.
 */
export function makeToken(
  kind: TokenKind,
  randomness: Pick<Randomness, 'bytes'>,
  device: string | null = null,
): string {
  const secret = Buffer.from(randomness.bytes(SECRET_BYTES)).toString('base64url');
  const body = `${prefixByKind[kind]}${secret}`;
  return `${body}${checksum(body)}${device === null ? '' : `.${device}`}`;
}

/** @returns true when the text has the form and the checksum of such a token. */
export function isTokenOf(kind: TokenKind, text: string): boolean {
  const checked = FORM.exec(text)?.[1];
  if (checked === undefined || !checked.startsWith(prefixByKind[kind])) return false;
  return checksum(checked.slice(0, -6)) === checked.slice(-6);
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
