import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { derivePublicSpendingKey } from './derive-public-spending-key.ts';
import { loadEngineDependency } from './engine-parts.ts';

const { eddsa } = loadEngineDependency<{
  readonly eddsa: { prv2pub(key: Uint8Array): readonly bigint[] };
}>('@railgun-community/circomlibjs');

const keys: readonly (readonly [string, Uint8Array])[] = [
  ['zeros', new Uint8Array(32)],
  ['ones', new Uint8Array(32).fill(0xff)],
  ...Array.from({ length: 20 }, (_, n) => [`random key ${n}`, randomBytes(32)] as const),
];

it.each(keys)('derives the point that the engine derives from %s', (_, privateKey) => {
  const before = Buffer.from(privateKey);
  expect(derivePublicSpendingKey(privateKey)).toEqual(eddsa.prv2pub(before));
  expect(Buffer.from(privateKey)).toEqual(before);
});

it.each([0, 31, 33, 64])('refuses a key of %i bytes', (length) => {
  expect(() => derivePublicSpendingKey(randomBytes(length))).toThrow('32 bytes');
});
