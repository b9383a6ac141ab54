import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { type EngineParts, loadEngineParts } from './engine.test-setup.ts';
import { derivePublicSpendingKey, packSpendingKey, unpackSpendingKey } from './spending-key.ts';

let engine: EngineParts;
beforeAll(async () => {
  engine = await loadEngineParts();
});

const keys: readonly (readonly [string, Uint8Array])[] = [
  ['zeros', new Uint8Array(32)],
  ['ones', new Uint8Array(32).fill(0xff)],
  ...Array.from({ length: 20 }, (_, n) => [`random key ${n}`, randomBytes(32)] as const),
];

it.each(keys)('derives the point that the engine derives from %s', (_, privateKey) => {
  const before = Buffer.from(privateKey);
  expect(derivePublicSpendingKey(privateKey)).toEqual(engine.keys.getPublicSpendingKey(before));
  expect(Buffer.from(privateKey)).toEqual(before);
});

it.each([0, 31, 33, 64])('refuses a key of %i bytes', (length) => {
  expect(() => derivePublicSpendingKey(randomBytes(length))).toThrow('32 bytes');
});

it('unpacks only what a public key packs to', () => {
  const packed = packSpendingKey(derivePublicSpendingKey(randomBytes(32)));
  expect(unpackSpendingKey(packed.slice(1))).toBeNull();
  expect(unpackSpendingKey(new Uint8Array(32))).toBeNull();
  expect(unpackSpendingKey(new Uint8Array(32).fill(0xff))).toBeNull();
  // The neutral element, which signs anything.
  expect(unpackSpendingKey(Uint8Array.of(1, ...new Uint8Array(31)))).toBeNull();
});
