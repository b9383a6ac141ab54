import type { Receipt } from '#wire/wallet/receipt';
import { receiptJson } from './receipt-text.ts';

/** How many bytes at once become characters: a call has a limited number of arguments. */
const CHUNK = 4_096;

/**
 * Writes a receipt without blanks, so that it can be printed, copied with any line ends and read again. It has no
 * hyphen, which readers of PDF files drop at the end of a line.
 * @returns base64 of its JSON, without padding
 */
export function receiptCode(receipt: Receipt): string {
  const bytes = new TextEncoder().encode(receiptJson(receipt));
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(binary).replaceAll('=', '');
}

/** @returns the JSON that a code stands for, wherever its lines end; null when it is no base64 of text */
export function readReceiptCode(code: string): string | null {
  const compact = code.replaceAll(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) return null;
  try {
    const bytes = Uint8Array.from(atob(compact), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
