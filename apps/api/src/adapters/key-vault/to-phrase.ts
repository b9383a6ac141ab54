import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** @returns the 12 words of 16 bytes (BIP-39, English). */
export function toPhrase(entropy: Uint8Array): string {
  return entropyToMnemonic(entropy, wordlist);
}
