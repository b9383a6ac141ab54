import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deriveViewingKey } from '#pool/keys';
import { isSignedBy } from '#pool/signed-text';
import { RECEIPT_TEXT_PREFIX } from '#receipt/receipt-text';
import { derivePrivateAddress } from '../railgun/derive-private-address.ts';
import { signReceiptText } from './sign-receipt-text.ts';
import { toPhrase } from './to-phrase.ts';
import { toSeed } from './to-seed.ts';

const text = `${RECEIPT_TEXT_PREFIX}{"amount":"40"}`;

describe('a receipt', () => {
  it('is signed with the viewing key of the private address that RAILGUN derives from the same seed', async () => {
    for (let count = 0; count < 5; count += 1) {
      const seed = toSeed(toPhrase(randomBytes(16)));
      const address = await derivePrivateAddress(seed);
      const signature = signReceiptText(deriveViewingKey(seed), text);
      const signed = { text, signature, address, chainId: 137 };
      expect(isSignedBy(signed)).toBe(true);
      expect(isSignedBy({ ...signed, text: `${text} ` })).toBe(false);
      const other = await derivePrivateAddress(toSeed(toPhrase(randomBytes(16))));
      expect(isSignedBy({ ...signed, address: other })).toBe(false);
      expect(signReceiptText(deriveViewingKey(seed), text)).toBe(signature);
    }
  });

  it('is all that this key signs', () => {
    const seed = toSeed(toPhrase(randomBytes(16)));
    const others = [
      '',
      'Kax receipt 1',
      'Kax receipt 2\n{}',
      ` ${text}`,
      'kax receipt 1\n{}',
      '{}',
    ];
    for (const other of others)
      expect(() => signReceiptText(deriveViewingKey(seed), other)).toThrow('Only receipts');
  });
});
