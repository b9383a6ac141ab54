import { randomBytes } from 'node:crypto';
import { keccak256, toHex } from 'viem';
import { HDKey, hdKeyToAccount, mnemonicToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { deriveShieldKey, publicAddressOf, toChecksumAddress } from './account-key.ts';
import { encodePrivateAddress } from './addresses.ts';
import { deriveAccountKey, deriveKeys, viewingKeysOf } from './keys.ts';
import { packKeys, packSight, unpackKeys, unpackSight } from './pack-sight.ts';
import { entropyToSeed, entropyToWords, wordsToEntropy } from './words.ts';

const WORDS = 'test test test test test test test test test test test junk';

describe('the keys of 12 words', () => {
  it('give the addresses that other wallets give', () => {
    const entropy = wordsToEntropy(` ${WORDS.toUpperCase().replaceAll(' ', '  ')}`);
    expect(entropy).not.toBeNull();
    const keys = deriveKeys(entropyToSeed(entropy ?? new Uint8Array()));
    expect(publicAddressOf(keys.account)).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
    expect(encodePrivateAddress(viewingKeysOf(keys))).toBe(
      '0zk1qyk9nn28x0u3rwn5pknglda68wrn7gw6anjw8gg94mcj6eq5u48tlrv7j6fe3z53lama02nutwtcqc979wnce0qwly4y7w4rls5cq040g7z8eagshxrw5ajy990',
    );
  });

  it('give the account of BIP-32 and its capitals', () => {
    for (let count = 0; count < 20; count += 1) {
      const seed = randomBytes(64);
      const account = hdKeyToAccount(HDKey.fromMasterSeed(seed));
      expect(toHex(deriveAccountKey(seed))).toBe(
        toHex(account.getHdKey().privateKey ?? new Uint8Array()),
      );
      expect(publicAddressOf(deriveAccountKey(seed))).toBe(account.address);
      expect(toChecksumAddress(`0x${account.address.slice(2).toLowerCase()}`)).toBe(
        account.address,
      );
    }
  });

  it('give the shield key of RAILGUN’s message', async () => {
    const entropy = randomBytes(16);
    const account = mnemonicToAccount(entropyToWords(entropy));
    const signature = await account.signMessage({ message: 'RAILGUN_SHIELD' });
    expect(toHex(deriveShieldKey(deriveKeys(entropyToSeed(entropy)).account))).toBe(
      keccak256(signature),
    );
  });

  it('are refused when the words don’t belong together', () => {
    expect(wordsToEntropy(WORDS.replace('junk', 'test'))).toBeNull();
    expect(wordsToEntropy(`${WORDS} test`)).toBeNull();
    expect(wordsToEntropy('')).toBeNull();
  });
});

describe('96 bytes', () => {
  const keys = deriveKeys(entropyToSeed(randomBytes(16)));
  const sight = { ...viewingKeysOf(keys), shieldKey: deriveShieldKey(keys.account) };

  it('have all keys', () => {
    expect(unpackKeys(packKeys(keys))).toEqual(keys);
    expect(packKeys(keys)).toHaveLength(96);
    expect(unpackKeys(packKeys(keys).slice(1))).toBeNull();
  });

  it('have a wallet’s sight, which has no key that spends', () => {
    const packed = packSight(sight);
    expect(packed).toHaveLength(96);
    expect(unpackSight(packed)).toEqual(sight);
    for (const key of [keys.spending, keys.account]) {
      expect(Buffer.from(packed).includes(Buffer.from(key))).toBe(false);
    }
    expect(unpackSight(packed.slice(1))).toBeNull();
    expect(unpackSight(packed.fill(0xff, 32, 64))).toBeNull();
  });
});
