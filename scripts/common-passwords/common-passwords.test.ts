import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkNewPassword } from '#domain/password/password-rules';
import {
  COMMON_PASSWORDS_FILE,
  createCommonPasswords,
  readMarks,
} from '../../apps/api/src/adapters/common-passwords/common-passwords.ts';
import { markOf } from '../../apps/api/src/adapters/common-passwords/password-mark.ts';
import { readList } from './read-list.ts';
import { writeFilter } from './write-filter.ts';

const list = readList();
const stored = readFileSync(COMMON_PASSWORDS_FILE);
const commonPasswords = createCommonPasswords();

/** What people add so that a password follows the rules. */
const ENDINGS = ['1!', '@123', '!2024', '123456!'];

describe('the filter of common passwords', () => {
  it('is what `npm run common-passwords` writes, byte for byte', () => {
    expect(list.commonest).toHaveLength(100_000);
    expect(list.commonest.slice(0, 3)).toEqual(['123456', 'password', '12345678']);
    expect(writeFilter(list).equals(stored)).toBe(true);
  });

  it('takes at most 200 kB', () => {
    expect(stored.length).toBeLessThanOrEqual(200_000);
  });

  it('knows every password of the list that follows the rules as it is', () => {
    expect(list.allowedByRules.length).toBeGreaterThan(2_000);
    expect(list.allowedByRules.filter((password) => !commonPasswords.has(password))).toEqual([]);
  });

  it('knows the 3,000 commonest that the rules allow with a capital, a digit and a sign (§5)', () => {
    const decorated = list.commonest.flatMap(decorate).slice(0, 3_000 * ENDINGS.length);
    expect(decorated).toHaveLength(3_000 * ENDINGS.length);
    expect(decorated.filter((password) => !commonPasswords.has(password))).toEqual([]);
  });

  it('knows no two of its words together, which nothing is stripped from', () => {
    const words = list.commonest.filter((word) => /^[a-z]{5,}$/.test(word));
    const capitals = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
    const phrases = capitals.slice(0, 10_000).map((word, index) => {
      return `${word}-${capitals.at(-1 - index)}7!`;
    });
    expect(phrases).toHaveLength(10_000);
    expect(phrases.filter(commonPasswords.has)).toEqual([]);
  });

  it('takes another password for one of them in one case of 50,000 at most', () => {
    const marks = new Set(readMarks(stored));
    const others = Array.from({ length: 200_000 }, (_, index) => markOf(`other ${index}`));
    expect(others.filter((mark) => marks.has(mark)).length).toBeLessThanOrEqual(4);
  });
});

/** @returns the password with each ending and its first letter as a capital, if all of these follow the rules */
function decorate(password: string): readonly string[] {
  const capital = password.replace(/[a-z]/, (letter) => letter.toUpperCase());
  const decorated = ENDINGS.map((ending) => capital + ending);
  return decorated.every((one) => checkNewPassword(one) === null) ? decorated : [];
}
