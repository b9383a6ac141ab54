import fc from 'fast-check';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { publicAddressOf } from './account-key.ts';
import { encodePrivateAddress } from './addresses.ts';
import { deriveKeys, viewingKeysOf } from './keys.ts';
import { isSignedBy, signText, signTextPrivately } from './signed-text.ts';

const CHAIN = 137;
const anySeed = fc.uint8Array({ minLength: 64, maxLength: 64 });
const anyText = fc.string({ unit: 'grapheme', maxLength: 200 });

test('a text is signed with the very bytes that viem signs it with (EIP-191), and verified as its account’s', async () => {
  await fc.assert(
    fc.asyncProperty(anySeed, anyText, async (seed, text) => {
      const { account } = deriveKeys(seed);
      const hex = `0x${Buffer.from(account).toString('hex')}` as const;
      const signature = signText(account, text);
      expect(signature).toBe(await privateKeyToAccount(hex).signMessage({ message: text }));
      const address = publicAddressOf(account);
      const chainId = CHAIN;
      expect(isSignedBy({ text, signature, address, chainId })).toBe(true);
      expect(isSignedBy({ text: `${text}.`, signature, address, chainId })).toBe(false);
    }),
    { numRuns: 30 },
  );
});

test('a text that a viewing key signed is verified as its private address’s, and as no other text', () => {
  fc.assert(
    fc.property(anySeed, anyText, (seed, text) => {
      const keys = deriveKeys(seed);
      const address = encodePrivateAddress(viewingKeysOf(keys));
      const signature = signTextPrivately(keys.viewing, text);
      const signed = { signature, address, chainId: CHAIN };
      expect(isSignedBy({ ...signed, text })).toBe(true);
      expect(isSignedBy({ ...signed, text: `${text}.` })).toBe(false);
    }),
    { numRuns: 10 },
  );
});
