import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addUnits,
  bpsOfUnits,
  digitsToBaseUnits,
  divideUnits,
  gasCost,
  MAX_BASE_UNITS,
  smallerUnits,
  subtractOrZero,
  subtractUnits,
  sumUnits,
  toBaseUnits,
  ZERO_UNITS,
} from './base-units.ts';

const units = fc.bigInt({ min: 0n, max: MAX_BASE_UNITS }).map(toBaseUnits);
const bps = fc.bigInt({ min: 0n, max: 100_000n });
const whole = fc.bigInt({ min: 1n, max: 10n ** 30n });
const rounding = fc.constantFrom('up', 'down', 'nearest');

describe('the arithmetic of amounts', () => {
  it('subtracts what was added, and never goes below zero', () => {
    fc.assert(
      fc.property(units, units, (left, right) => {
        expect(subtractUnits(addUnits(left, right), right)).toBe(left);
        expect(subtractOrZero(left, right) >= 0n).toBe(true);
      }),
    );
  });

  it('throws when more is subtracted than there is, and says by how much', () => {
    const [more, less] = [toBaseUnits(6n), toBaseUnits(5n)];
    expect(() => subtractUnits(less, more)).toThrow('6 is more than 5.');
    expect(subtractUnits(more, more)).toBe(0n);
  });

  it('returns zero instead in the function named for it', () => {
    fc.assert(
      fc.property(units, units, (from, taken) => {
        const left = subtractOrZero(from, taken);
        expect(left).toBe(taken >= from ? 0n : subtractUnits(from, taken));
      }),
    );
  });

  it('sums to the same in any order, and to zero for an empty list', () => {
    fc.assert(
      fc.property(fc.array(units), (amounts) => {
        expect(sumUnits([...amounts].reverse())).toBe(sumUnits(amounts));
      }),
    );
    expect(sumUnits([])).toBe(ZERO_UNITS);
  });

  it('knows the smaller of two', () => {
    fc.assert(
      fc.property(units, units, (left, right) => {
        const smaller = smallerUnits(left, right);
        expect(smaller <= left && smaller <= right).toBe(true);
        expect([left, right]).toContain(smaller);
      }),
    );
  });

  it('rounds a rate in the given direction, by less than one base unit', () => {
    fc.assert(
      fc.property(units, bps, (amount, rate) => {
        const exact = amount * rate;
        const [down, up] = [bpsOfUnits(amount, rate, 'down'), bpsOfUnits(amount, rate, 'up')];
        expect(down * 10_000n <= exact && exact < (down + 1n) * 10_000n).toBe(true);
        expect(up * 10_000n >= exact && exact > (up - 1n) * 10_000n).toBe(true);
      }),
    );
    expect(bpsOfUnits(toBaseUnits(1n), 25n, 'up')).toBe(1n);
    expect(bpsOfUnits(toBaseUnits(1n), 25n, 'down')).toBe(0n);
  });

  it('rounds to the nearest by at most half a base unit, and up from the middle', () => {
    fc.assert(
      fc.property(units, whole, (product, by) => {
        const nearest = divideUnits(product, by, 'nearest');
        const twice = 2n * (product - nearest * by);
        expect(-by < twice + 1n && twice < by).toBe(true);
      }),
    );
    expect(divideUnits(5n, 2n, 'nearest')).toBe(3n);
  });

  it('divides exactly when there is no remainder, whatever the rounding', () => {
    fc.assert(
      fc.property(units, whole, rounding, (amount, by, direction) => {
        expect(divideUnits(amount * by, by, direction)).toBe(amount);
      }),
    );
  });

  it('prices gas exactly', () => {
    expect(gasCost(21_000n, 30_000_000_000n)).toBe(630_000_000_000_000n);
  });
});

describe('an amount from a node or from the database', () => {
  it('is refused when it is negative', () => {
    expect(() => toBaseUnits(-1n)).toThrow('An amount is never negative, but -1 was given.');
    expect(() => divideUnits(-3n, 2n, 'down')).toThrow(RangeError);
  });

  it('is read from its digits', () => {
    fc.assert(
      fc.property(units, (amount) => {
        expect(digitsToBaseUnits(amount.toString())).toBe(amount);
      }),
    );
  });

  it.each(['', '-1', '1.5', '0x10', ' 1', '1e3', '1\n'])('is not read from %j', (text) => {
    expect(() => digitsToBaseUnits(text)).toThrow(RangeError);
  });
});
