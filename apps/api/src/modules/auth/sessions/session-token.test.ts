import { randomBytes } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { hashToken, isTokenOf, makeToken } from './session-token.ts';

const randomness = { bytes: randomBytes };
const kinds = ['access', 'refresh', 'registration'] as const;

describe.each([
  ['access', 'kxa_'],
  ['refresh', 'kxr_'],
  ['registration', 'kxg_'],
] as const)('a token for %s', (kind, prefix) => {
  const token = makeToken(kind, randomness);

  it(`begins with ${prefix} and is of no other kind`, () => {
    expect(token).toMatch(new RegExp(`^${prefix}[A-Za-z0-9_-]{49}$`));
    expect(kinds.filter((each) => isTokenOf(each, token))).toEqual([kind]);
  });

  it('is recognized as mistyped without a database query', () => {
    for (const at of [4, 20, token.length - 1]) {
      const other = token[at] === 'A' ? 'B' : 'A';
      expect(isTokenOf(kind, `${token.slice(0, at)}${other}${token.slice(at + 1)}`)).toBe(false);
    }
    expect(isTokenOf(kind, `${token}A`)).toBe(false);
    expect(isTokenOf(kind, token.slice(0, -1))).toBe(false);
  });
});

test('a token names the device that its session is bound to, and only that', () => {
  const thumbprint = hashToken('a key').toString('base64url');
  const token = makeToken('access', randomness, thumbprint);
  expect(token.slice(53)).toBe(`.${thumbprint}`);
  expect(isTokenOf('access', token)).toBe(true);
  for (const other of [`${token}A`, token.slice(0, -1), `${token}.${thumbprint}`, `${token} `]) {
    expect(isTokenOf('access', other)).toBe(false);
  }
});

test('two tokens and their hashes are never the same', () => {
  const [one, other] = [makeToken('access', randomness), makeToken('access', randomness)];
  expect(one).not.toBe(other);
  expect(hashToken(one)).not.toEqual(hashToken(other));
  expect(hashToken(one)).toHaveLength(32);
});
