import { hkdfSync, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { deriveKey, open, seal, wiping } from './seal.ts';

const key = randomBytes(32);
const text = Buffer.from('a secret');
const context = ['seed', 'alice'];

it('opens what it sealed, for the same key and context only', () => {
  const sealed = seal(key, text, context);
  expect(open(key, sealed, context)).toEqual(text);
  expect(() => open(randomBytes(32), sealed, context)).toThrow(/authenticate/);
  expect(() => open(key, sealed, ['seed', 'bob'])).toThrow(/authenticate/);
  expect(() => open(key, sealed, ['seedalice'])).toThrow(/authenticate/);
});

it('refuses every change of a single byte', () => {
  const sealed = seal(key, text, context);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => open(key, changed, context)).toThrow(/authenticate|unknown version/);
  }
});

it('accepts no tag that is shorter than 16 bytes, which could be guessed', () => {
  // What is left of a text cut to these lengths would be the tag that Node compares.
  for (const length of [4, 8, 12, 13, 14, 15]) {
    const cut = seal(key, text, context).subarray(0, length);
    expect(() => open(key, cut, context)).toThrow(/authentication tag length/);
  }
});

it('seals the same text differently each time', () => {
  expect(seal(key, text, context)).not.toEqual(seal(key, text, context));
});

it('derives keys as HKDF does', () => {
  for (const length of [16, 32, 64, 100]) {
    const secret = randomBytes(length);
    const expected = Buffer.from(hkdfSync('sha256', secret, '', 'kax seed', 32));
    expect(deriveKey(secret, 'seed')).toEqual(expected);
  }
});

it('overwrites a secret even when something throws', () => {
  const secret = Buffer.from('a secret');
  expect(() =>
    wiping(secret, () => {
      throw new Error('It went wrong.');
    }),
  ).toThrow('It went wrong.');
  expect(secret.equals(Buffer.alloc(secret.length))).toBe(true);
});
