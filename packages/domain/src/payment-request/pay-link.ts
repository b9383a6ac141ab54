import { parseRequestCode, showRequestCode } from './payment-request.ts';

const PATH = '/pay/';
const SCHEME = /^https?:\/\//i;

/**
 * @param origin of Kax, as in `https://kax.app`
 * @returns the link that payers open, as in `https://kax.app/pay/7Q2M-K9XD-4TPA-82WJ`
 */
export function payLink(origin: string, code: string): string {
  return `${origin}${PATH}${showRequestCode(code)}`;
}

/** @returns a link as it is shown, without `https://` */
export function withoutScheme(link: string): string {
  return link.replace(SCHEME, '');
}

/**
 * Reads the link of a payment request that was scanned or pasted, with or without its scheme.
 * @param origin of Kax; a link of any other place is none
 * @returns the code; null for every other text
 */
export function requestCodeIn(text: string, origin: string): string | null {
  const link = withoutScheme(text.trim());
  const start = `${withoutScheme(origin)}${PATH}`;
  if (!link.toLowerCase().startsWith(start.toLowerCase())) return null;
  const [rest = ''] = link.slice(start.length).split(/[/?#]/);
  return parseRequestCode(rest);
}
