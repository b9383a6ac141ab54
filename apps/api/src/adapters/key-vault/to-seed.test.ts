import { expect, it } from 'vitest';
import { toPublicAccount, toSeed } from './to-seed.ts';

const phrase =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

it('makes the seed of BIP-39’s own example', () => {
  expect(toSeed(phrase).toString('hex')).toBe(
    '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1' +
      '9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  );
});

it('makes the account that other wallets show first', () => {
  expect(toPublicAccount(toSeed(phrase)).address).toBe(
    '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  );
});
