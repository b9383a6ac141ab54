import type { PrivateAddress, PublicAddress } from '../address/address.ts';
import type { BaseUnits } from '../amount/base-units.ts';
import type { TokenId } from '../token/token.ts';

/** Which balance of the payee the money arrives in. */
export const REQUEST_BALANCES = ['public', 'private'] as const;

export type RequestBalance = (typeof REQUEST_BALANCES)[number];

/** For how many days a link can be paid; the payee chooses one. */
export const REQUEST_DAYS = [1, 7, 30] as const;

export type RequestDays = (typeof REQUEST_DAYS)[number];

/** How long a request is kept and listed after it expired. */
export const REQUEST_KEPT_AFTER_EXPIRY_MS = 90 * 24 * 60 * 60_000;

/** The most links of one user that wait for a payment. */
export const MOST_OPEN_REQUESTS = 50;

/** What a payee requests. It never changes once the link is made. */
export interface PaymentRequestTerms {
  readonly tokenId: TokenId;
  /** What arrives: the payer pays every fee on top. */
  readonly units: BaseUnits;
  readonly balance: RequestBalance;
  /** The payee's own address of that balance. */
  readonly recipient: PublicAddress | PrivateAddress;
  /** Anyone with the link reads it; null for none. */
  readonly message: string | null;
  /** The payee's name as they registered; null when they don't show it. */
  readonly name: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/**
 * What became of a request. `being-paid` from the moment a payment of it is stored until that has ended; when it moved
 * nothing, the request is `open` again.
 */
export const REQUEST_STATES = ['open', 'being-paid', 'paid', 'expired', 'cancelled'] as const;

export type RequestState = (typeof REQUEST_STATES)[number];

/** Crockford's base 32, without letters that look like digits, in 16 symbols: 80 bits. */
const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_SYMBOLS = 16;
const GROUP = /.{4}(?=.)/g;

/** How many random bytes a code is made of. */
export const REQUEST_CODE_BYTES = 10;

/** @returns 10 bytes as the code of a link, as in `7Q2MK9XD4TPA82WJ` */
export function requestCode(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{5}/g) ?? [];
  return groups.map((group) => SYMBOLS.charAt(Number.parseInt(group, 2))).join('');
}

/** @returns a code as people read it, as in `7Q2M-K9XD-4TPA-82WJ` */
export function showRequestCode(code: string): string {
  return code.replace(GROUP, '$&-');
}

/**
 * Reads a code from a link or as someone typed it: in any case, with hyphens or blanks anywhere, and with the letters
 * O, I and L for the digits they look like.
 * @returns the code; null when it has another length or a symbol that codes don't have
 */
export function parseRequestCode(text: string): string | null {
  const code = text
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const isCode = code.length === CODE_SYMBOLS && [...code].every((one) => SYMBOLS.includes(one));
  return isCode ? code : null;
}
