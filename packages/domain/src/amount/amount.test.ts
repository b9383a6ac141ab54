import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_BASE_UNITS, toBaseUnits } from './base-units.ts';
import {
  baseUnitsToDisplay,
  formatBaseUnits,
  groupThousands,
  rescale,
} from './base-units-to-display.ts';
import { displayToBaseUnits, payableProblem } from './display-to-base-units.ts';
import { parseBaseUnits } from './parse-base-units.ts';

const units = fc.bigInt({ min: 0n, max: 10n ** 60n - 1n });
const decimals = fc.integer({ min: 0, max: 36 });

describe('an amount as a user types it', () => {
  test.each([
    ['4.35', 6, 4_350_000n],
    ['0.000001', 6, 1n],
    ['0.1', 18, 100_000_000_000_000_000n],
    ['9007199254740993', 0, 9_007_199_254_740_993n],
    ['0', 18, 0n],
  ])('%s with %i decimals is exactly %i base units', (text, places, expected) => {
    expect(displayToBaseUnits(text, places)).toEqual({ ok: true, units: expected });
  });

  test.each([
    ['', 'empty'],
    ['-1', 'negative'],
    ['-0', 'negative'],
    ['1.0000005', 'too-many-decimals'],
    ['0.0000000000000000001', 'too-many-decimals'],
    ...[' ', '+1', '1e18', '1e400', 'NaN', 'Infinity', '0x10', '0b1', '1_000', '1,000'].map(
      (text) => [text, 'not-a-number'] as const,
    ),
    ...['1.000,5', '.5', '5.', '1..2', '1.2.3', '00012', ' 1', '1 ', '1\n', '1\u0000'].map(
      (text) => [text, 'not-a-number'] as const,
    ),
    ...['1\u200b', '\u202e1', '١٢٣', '１２', '½', '9'.repeat(61)].map(
      (text) => [text, 'not-a-number'] as const,
    ),
  ] as const)('refuses %j: %s', (text, problem) => {
    expect(displayToBaseUnits(text, 6)).toEqual({ ok: false, problem });
  });

  test('refuses what no token can represent: too-large', () => {
    const text = (10n ** 59n).toString();
    expect(displayToBaseUnits(text, 30)).toEqual({ ok: false, problem: 'too-large' });
  });

  test('refuses zero and an amount above the balance, and accepts the whole balance', () => {
    const available = toBaseUnits(5_000_000n);
    expect(payableProblem(toBaseUnits(5_000_001n), available)).toBe('above-balance');
    expect(payableProblem(toBaseUnits(0n), available)).toBe('zero');
    expect(payableProblem(available, available)).toBeNull();
  });

  test('writing an amount and reading it again gives the same base units', () => {
    fc.assert(
      fc.property(units, decimals, (value, places) => {
        const text = baseUnitsToDisplay(value, places);
        fc.pre(value < 10n ** BigInt(60 + places) && value <= MAX_BASE_UNITS);
        expect(displayToBaseUnits(text, places)).toEqual({ ok: true, units: value });
      }),
      { numRuns: 2_000 },
    );
  });

  test('reading never yields more than was written, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), decimals, (text, places) => {
        const parsed = displayToBaseUnits(text, places);
        if (parsed.ok) expect(baseUnitsToDisplay(parsed.units, places)).toBe(withoutZeros(text));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('an amount on the wire', () => {
  test.each([
    '',
    ' ',
    '00',
    '01',
    '-1',
    '+1',
    '1.0',
    '1e18',
    '0x10',
    '1_000',
    '1,000',
    ' 1',
    '1 ',
    '1\n',
    '1\u0000',
    '١٢٣',
    '１２',
    'NaN',
    (2n ** 256n).toString(),
    (10n ** 100n).toString(),
    '9'.repeat(1_000_000),
  ])('refuses %.20j', (text) => {
    expect(parseBaseUnits(text)).toEqual({ ok: false, problem: 'not-valid' });
  });

  test('distinguishes zero from an invalid text', () => {
    expect(parseBaseUnits('0')).toEqual({ ok: false, problem: 'zero' });
  });

  test.each([1n, 2n ** 53n + 1n, 2n ** 120n, 2n ** 128n, MAX_BASE_UNITS])('accepts %i', (value) => {
    expect(parseBaseUnits(value.toString())).toEqual({ ok: true, units: value });
  });
});

describe('an amount on screen', () => {
  test('costs are rounded up and balances down', () => {
    expect(formatBaseUnits(2_100_001n, 9, { places: 6, rounding: 'up' })).toBe('0.002101');
    expect(formatBaseUnits(2_199_999n, 9, { places: 6, rounding: 'down' })).toBe('0.002199');
    expect(formatBaseUnits(25n, 0, { places: 3, rounding: 'down' })).toBe('25.000');
    expect(formatBaseUnits(15n, 1, { places: 0, rounding: 'up' })).toBe('2');
  });

  test('thousands are grouped before the point only', () => {
    expect(groupThousands('4725.5')).toBe('4,725.5');
    expect(groupThousands('1234567.123456')).toBe('1,234,567.123456');
    expect(groupThousands('100')).toBe('100');
  });

  test('rescaling up or down brackets the true amount by less than one unit', () => {
    fc.assert(
      fc.property(units, decimals, decimals, (value, from, to) => {
        const down = rescale(value, { from, to, rounding: 'down' });
        const up = rescale(value, { from, to, rounding: 'up' });
        expect(up - down === 0n || up - down === 1n).toBe(true);
        const finest = { to: Math.max(from, to), rounding: 'down' } as const;
        expect(rescale(down, { from: to, ...finest })).toBeLessThanOrEqual(
          rescale(value, { from, ...finest }),
        );
      }),
    );
  });

  test('a negative amount is a bug and throws', () => {
    expect(() => baseUnitsToDisplay(-1n, 6)).toThrow(RangeError);
  });
});

function withoutZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
