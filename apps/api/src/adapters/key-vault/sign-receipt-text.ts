import { ed25519 } from '@noble/curves/ed25519.js';
import { toHex } from 'viem';
import { RECEIPT_TEXT_PREFIX } from '#receipt/receipt-text';

/**
 * Signs a receipt with the private viewing key of a private address. That key also decrypts the wallet's
 * notes, so nothing but receipts is signed with it.
 * @param viewingKey 32 bytes
 * @returns 64 bytes (Ed25519). Throws for a text that is no receipt.
 */
export function signReceiptText(viewingKey: Uint8Array, text: string): `0x${string}` {
  if (!text.startsWith(RECEIPT_TEXT_PREFIX)) throw new Error('Only receipts are signed like this.');
  return toHex(ed25519.sign(Buffer.from(text), viewingKey));
}
