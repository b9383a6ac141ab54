import { expect, it } from 'vitest';
import { createAppCodes } from './app-codes.ts';

const appCodes = createAppCodes();
/** RFC 6238, appendix B: `12345678901234567890` in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => ({ now: new Date(seconds * 1_000), window: 1 });

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('accepts the code of the RFC at second %d', (seconds, code) => {
  expect(appCodes.stepOf(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
});

it('accepts the step before and after, names which one it was, and refuses others', () => {
  const step = Math.floor(1_234_567_890 / 30);
  const code = '005924';
  expect(appCodes.stepOf(SECRET, code, at((step + 1) * 30))).toBe(step);
  expect(appCodes.stepOf(SECRET, code, at((step + 1) * 30 + 29))).toBe(step);
  expect(appCodes.stepOf(SECRET, code, at(step * 30 - 1))).toBe(step);
  expect(appCodes.stepOf(SECRET, code, at((step + 2) * 30))).toBeNull();
  expect(appCodes.stepOf(SECRET, code, at((step - 1) * 30 - 1))).toBeNull();
  expect(appCodes.stepOf(SECRET, '005925', at(step * 30))).toBeNull();
});

it('creates secrets of 160 bits, each another one, for every app', () => {
  const [one, two] = [appCodes.newSecret(), appCodes.newSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(two).not.toBe(one);
  const uri = new URL(appCodes.uri(one, 'alice@kax.test'));
  expect(uri.protocol).toBe('otpauth:');
  expect(uri.searchParams.get('secret')).toBe(one);
  expect(uri.searchParams.get('issuer')).toBe('Kax');
  expect(decodeURIComponent(uri.pathname)).toContain('alice@kax.test');
});
