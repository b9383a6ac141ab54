import { HDKey } from 'viem/accounts';
import { describe, expect, it, vi } from 'vitest';
import { claimEntropy } from './claim-entropy.ts';
import { toPhrase } from './to-phrase.ts';
import { toSeed } from './to-seed.ts';

/** The master key of BIP-85's own examples, which are given for no seed. */
const BIP_85_MASTER =
  'xprv9s21ZrQH143K2LBWUUQRFXhucrQqBpKdRRxNVq2zBqsx8HVqFk2uYo8kmbaLLHRdqtQpUm98uKfu3vca1LqdGhUtyoFnCNkfmXRyPXLjbKb';
const PHRASE = 'test test test test test test test test test test test junk';

describe('the wallet of a claim', () => {
  it('is the one that BIP-85 derives', () => {
    const from = vi
      .spyOn(HDKey, 'fromMasterSeed')
      .mockImplementation(() => HDKey.fromExtendedKey(BIP_85_MASTER));
    const entropy = claimEntropy(new Uint8Array(64), 0);
    from.mockRestore();
    expect(Buffer.from(entropy).toString('hex')).toBe('6250b68daf746d12a24d58b4787a714b');
    expect(toPhrase(entropy)).toBe(
      'girl mad pet galaxy egg matter matrix prison refuse sense ordinary nose',
    );
  });

  it('is another one for each number and for each seed, and always the same', () => {
    const seeds = [toSeed(PHRASE), toSeed(PHRASE.replace('junk', 'abuse'))];
    const all = seeds.flatMap((seed) =>
      [0, 1, 2, 2 ** 31 - 1].map((number) =>
        Buffer.from(claimEntropy(seed, number)).toString('hex'),
      ),
    );
    expect(new Set(all).size).toBe(8);
    expect(Buffer.from(claimEntropy(toSeed(PHRASE), 1)).toString('hex')).toBe(all[1]);
  });

  it.each([-1, 0.5, 2 ** 31, Number.NaN])('has no number %d', (number) => {
    expect(() => claimEntropy(new Uint8Array(64), number)).toThrow('not the number of a claim');
  });
});
