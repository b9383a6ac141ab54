import { createHmac } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { toHex } from 'viem';
import { RECEIPT_TEXT_PREFIX } from '#receipt/receipt-text';
import { wiping } from './seal.ts';

/** RAILGUN's path of the viewing key of a phrase's first wallet; every step is hardened. */
const VIEWING_PATH = [420, 1984, 0, 0, 0];
const MASTER = 'babyjubjub seed';
const HARDENED = 0x8000_0000;
const KEY_BYTES = 32;

/**
 * Signs a receipt with the viewing key that RAILGUN derives from a phrase's seed. That key also decrypts the wallet's
 * notes, so nothing but receipts is signed with it.
 * @param seed 64 bytes (BIP-39)
 * @returns 64 bytes (Ed25519). Throws for a text that is no receipt.
 */
export function signReceiptText(seed: Uint8Array, text: string): `0x${string}` {
  if (!text.startsWith(RECEIPT_TEXT_PREFIX)) throw new Error('Only receipts are signed like this.');
  return wiping(viewingKeyOf(seed), (key) => toHex(ed25519.sign(Buffer.from(text), key)));
}

/** @returns 32 bytes. Source: `bip32.ts` of RAILGUN's engine, which is BIP-32 with another master and no curve. */
function viewingKeyOf(seed: Uint8Array): Buffer {
  let node: Buffer = createHmac('sha512', MASTER).update(seed).digest();
  for (const index of VIEWING_PATH) node = wiping(node, (parent) => childOf(parent, index));
  return wiping(node, (bytes) => Buffer.from(bytes.subarray(0, KEY_BYTES)));
}

/** A node is a key and its chain code, 32 bytes each. */
function childOf(node: Buffer, index: number): Buffer {
  const path = Buffer.alloc(4);
  path.writeUInt32BE(index + HARDENED);
  return createHmac('sha512', node.subarray(KEY_BYTES))
    .update(Buffer.of(0))
    .update(node.subarray(0, KEY_BYTES))
    .update(path)
    .digest();
}
