import { pbkdf2Sync } from 'node:crypto';
import { derivePublicSpendingKey } from '../derive-public-spending-key.ts';
import { loadEnginePart } from '../engine-parts.ts';

interface MnemonicPart {
  readonly Mnemonic: { toSeed(phrase: string, password?: string): string };
}
interface KeysPart {
  getPublicSpendingKey(privateKey: Uint8Array): readonly bigint[];
}

/**
 * Lets the engine of this process derive the same keys in a tenth of the time: it makes the seed three times for
 * each wallet that is opened, in JavaScript, and no other user is served meanwhile.
 */
export function deriveKeysFast(): void {
  loadEnginePart<MnemonicPart>('key-derivation/bip39.js').Mnemonic.toSeed = toSeed;
  loadEnginePart<KeysPart>('utils/keys-utils.js').getPublicSpendingKey = derivePublicSpendingKey;
}

/** @returns 64 bytes as hex (BIP-39) */
function toSeed(phrase: string, password = ''): string {
  const salt = `mnemonic${password}`.normalize('NFKD');
  return pbkdf2Sync(phrase.normalize('NFKD'), salt, 2048, 64, 'sha512').toString('hex');
}
