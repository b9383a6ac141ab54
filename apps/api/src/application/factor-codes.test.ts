import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  appCodeOf,
  createRecoveryCodes,
  displayRecoveryCode,
  recoveryCodeOf,
} from './factor-codes.ts';

it('creates 10 codes of 60 random bits, without characters that look alike', () => {
  const codes = createRecoveryCodes({ bytes: randomBytes });
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{12}$/);
    expect(displayRecoveryCode(code)).toMatch(/^.{4}-.{4}-.{4}$/);
    expect(recoveryCodeOf(displayRecoveryCode(code))).toBe(code);
  }
});

it('uses all 32 characters equally often', () => {
  const bytes = (count: number) => Buffer.from(Array.from({ length: count }, () => next()));
  let last = -1;
  const next = () => {
    last = (last + 1) % 256;
    return last;
  };
  const all = Array.from({ length: 32 }, () => createRecoveryCodes({ bytes }))
    .flat()
    .join('');
  const counts = new Map<string, number>();
  for (const character of all) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect([...counts.keys()].length).toBe(32);
  expect(new Set(counts.values()).size).toBe(1);
});

it.each([
  [' 2345-6789 abcd ', '23456789ABCD'],
  ['23456789ABC', null],
  ['0O1I56789ABC', null],
  ['23456789ABCDE', null],
  ['23456789ABC\n\u0000', null],
])('reads %j as a recovery code', (text, code) => {
  expect(recoveryCodeOf(text)).toBe(code);
});

it.each([
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['12345', null],
  ['1234567', null],
  ['１２３４５６', null],
])('reads %j as the code of an app', (text, code) => {
  expect(appCodeOf(text)).toBe(code);
});
