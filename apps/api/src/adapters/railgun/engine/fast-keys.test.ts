import { mnemonicToSeedSync } from '@scure/bip39';
import { expect, it } from 'vitest';
import { loadEnginePart } from '../engine-parts.ts';
import { deriveKeysFast } from './fast-keys.ts';

const phrase = 'test test test test test test test test test test test junk';

interface WalletNodePart {
  deriveNodes(phrase: string): { spending: { getSpendingKeyPair(): { pubkey: bigint[] } } };
}
interface MnemonicPart {
  readonly Mnemonic: { toSeed(phrase: string, password?: string): string };
}

it('gives the engine the keys and seeds that it derived before', () => {
  const { deriveNodes } = loadEnginePart<WalletNodePart>('key-derivation/wallet-node.js');
  const before = deriveNodes(phrase).spending.getSpendingKeyPair().pubkey;
  deriveKeysFast();
  expect(deriveNodes(phrase).spending.getSpendingKeyPair().pubkey).toEqual(before);
  const { Mnemonic } = loadEnginePart<MnemonicPart>('key-derivation/bip39.js');
  for (const password of [undefined, '', 'pass phrase', 'é']) {
    const seed = Buffer.from(mnemonicToSeedSync(phrase, password)).toString('hex');
    expect(Mnemonic.toSeed(phrase, password)).toBe(seed);
  }
});
