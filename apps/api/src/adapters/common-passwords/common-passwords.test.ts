import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCommonPasswords, readMarks } from './common-passwords.ts';

const commonPasswords = createCommonPasswords();

describe('a common password (§5)', () => {
  it.each([
    'Password1!',
    'P@ssw0rd',
    'P@$$w0rd!1',
    'Qwerty!123',
    'Abcd1234!',
    'Aa123456!',
    '1qaz@WSX',
    '!QAZ2wsx',
    '2024!Dragon',
    'Sunsh1ne#2025',
    'ILoveYou!01011990',
    'Password1!'.toUpperCase(),
    'ｐａｓｓｗｏｒｄ1!',
  ])('is %s', (password) => {
    expect(commonPasswords.has(password)).toBe(true);
  });

  it.each([
    'Piggy!Bank7',
    'Other!Bank7',
    'Canary!Word7',
    'Quiet!Harbor9',
    'Tortoise#Shell9',
    'Elephant#Trunk8',
    'Str0ng!passphrase',
    'Guessed!1Password',
    'Correct-Horse-Battery-Staple7!',
    'vT9#kq2LzW!m',
    'Nerfus!Quolt7',
  ])('is not %s', (password) => {
    expect(commonPasswords.has(password)).toBe(false);
  });

  it('is none of 5,000 random ones', () => {
    const random = fc.stringMatching(/^[a-z]{12}[A-Z][0-9]!$/);
    const found = fc.sample(random, { numRuns: 5_000, seed: 7 }).filter(commonPasswords.has);
    expect(found).toEqual([]);
  });
});

describe('the filter', () => {
  it('is read as distances between ascending marks', () => {
    const bytes = Uint8Array.from([5, 0x80, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]);
    expect(readMarks(bytes)).toEqual(Float64Array.from([5, 133, 133 + 2 ** 36 - 1]));
  });

  it.each([[[]], [[5, 0x80]]])('is refused when it is cut off: %j', (bytes) => {
    expect(() => readMarks(Uint8Array.from(bytes))).toThrow('cut off');
  });
});
