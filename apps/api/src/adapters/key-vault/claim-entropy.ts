import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { HDKey } from 'viem/accounts';

/** English words, 12 of them, as BIP-85 numbers its applications. */
const WORDS_PATH = "m/83696968'/39'/0'/12'";
const HMAC_KEY = new TextEncoder().encode('bip-entropy-from-k');
const ENTROPY_BYTES = 16;
/** Path elements have 31 bits. */
const MOST = 2 ** 31 - 1;

/**
 * Derives the wallet of a claim from the seed of whoever makes it, so that they can always restore it from their own
 * 12 words and its number, with Kax or with any tool that follows BIP-85 (https://bips.xyz/85).
 * @param seed 64 bytes (BIP-39)
 * @param number counted from 0; throws for anything that is no index
 * @returns the 16 bytes behind the 12 words of the claim's own wallet; the caller overwrites them
 */
export function claimEntropy(seed: Uint8Array, number: number): Uint8Array {
  if (!Number.isInteger(number) || number < 0 || number > MOST) {
    throw new Error(`${number} is not the number of a claim.`);
  }
  const master = HDKey.fromMasterSeed(seed);
  const child = master.derive(`${WORDS_PATH}/${number}'`);
  const { privateKey } = child;
  if (privateKey === null) throw new Error('A derived key has no private part.');
  const expanded = hmac(sha512, HMAC_KEY, privateKey);
  try {
    return expanded.slice(0, ENTROPY_BYTES);
  } finally {
    expanded.fill(0);
    child.wipePrivateData();
    master.wipePrivateData();
  }
}
