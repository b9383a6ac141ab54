import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** The 2,048 words of BIP-39 in English. */
export const WORD_LIST: readonly string[] = wordlist;

/** @returns the 12 words of 16 bytes, with a space between them (BIP-39, English) */
export function entropyToWords(entropy: Uint8Array): string {
  return entropyToMnemonic(entropy, wordlist);
}

/** @returns the 16 bytes of 12 words; null when a word isn't in the list or they don't belong together */
export function wordsToEntropy(words: string): Uint8Array | null {
  const trimmed = words.trim().toLowerCase().split(/\s+/);
  if (trimmed.length !== 12) return null;
  try {
    return mnemonicToEntropy(trimmed.join(' '), wordlist);
  } catch {
    return null;
  }
}

/** @returns the 64 bytes that wallets derive the keys of 16 bytes from (BIP-39, without a passphrase) */
export function entropyToSeed(entropy: Uint8Array): Uint8Array {
  return mnemonicToSeedSync(entropyToWords(entropy));
}
