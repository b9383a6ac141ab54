import { ed25519 } from '@noble/curves/ed25519.js';
import { toHex } from 'viem';
import { deriveViewingKey } from '#pool/keys';
import { RECEIPT_TEXT_PREFIX } from '#receipt/receipt-text';
import { wiping } from './seal.ts';

/**
 * Signs a receipt with the viewing key that RAILGUN derives from a phrase's seed. That key also decrypts the wallet's
 * notes, so nothing but receipts is signed with it.
 * @param seed 64 bytes (BIP-39)
 * @returns 64 bytes (Ed25519). Throws for a text that is no receipt.
 */
export function signReceiptText(seed: Uint8Array, text: string): `0x${string}` {
  if (!text.startsWith(RECEIPT_TEXT_PREFIX)) throw new Error('Only receipts are signed like this.');
  return wiping(deriveViewingKey(seed), (key) => toHex(ed25519.sign(Buffer.from(text), key)));
}
