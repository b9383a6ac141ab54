import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { makeCode, makeLongCode, readCode } from './one-time-code.ts';

/** Randomness that returns these numbers, one after another. */
function saying(...numbers: readonly number[]) {
  const left = [...numbers];
  return {
    bytes() {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(left.shift() ?? 0);
      return bytes;
    },
  };
}

describe('a new code', () => {
  test.each([
    [0, '000000'],
    [7, '000007'],
    [999_999, '999999'],
    [1_000_000, '000000'],
    [4_293_999_999, '999999'],
  ])('%i gives %s', (number, code) => {
    expect(makeCode(saying(number))).toBe(code);
  });

  it('may have ten digits, from two numbers', () => {
    expect(makeLongCode(saying(7, 1_234))).toBe('0000070012');
    expect(readCode('000007 0012')).toBe('0000070012');
  });

  it('rejects numbers that would make some codes likelier than others', () => {
    expect(makeCode(saying(4_294_000_000, 4_294_967_295, 42))).toBe('000042');
  });

  it('is always read back unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_293_999_999 }), (number) => {
        const code = makeCode(saying(number));
        expect(readCode(` ${code.slice(0, 3)} ${code.slice(3)} `)).toBe(code);
      }),
    );
  });
});

test.each([
  '',
  '12345',
  '1234567',
  '123456789',
  '12345678901',
  '12345a',
  '１２３４５６',
  '-12345',
  '12.456',
  '١٢٣٤٥٦',
])('%j is not a code', (text) => {
  expect(readCode(text)).toBeNull();
});
