import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bpsOfUnits, subtractUnits, toBaseUnits, ZERO_UNITS } from '../amount/base-units.ts';
import { amountBeforeFee } from './amount-before-fee.ts';

const arrivingOf = (amount: bigint, bps: bigint) =>
  subtractUnits(toBaseUnits(amount), bpsOfUnits(toBaseUnits(amount), bps, 'down'));

describe('what leaves a private balance so that an amount arrives', () => {
  it.each([
    [40_000_000n, 25n, 40_100_250n],
    [1n, 25n, 1n],
    [399n, 25n, 399n],
    [400n, 25n, 401n],
    [5n, 0n, 5n],
    [1n, 9_999n, 1n],
    [2n, 9_999n, 10_001n],
  ])('is, for %s at %s basis points, %s', (arriving, bps, amount) => {
    expect(amountBeforeFee(toBaseUnits(arriving), bps)).toBe(amount);
  });

  it('leaves exactly what is to arrive, and one unit less would leave less', () => {
    const units = fc.bigInt({ min: 1n, max: 2n ** 120n });
    const fee = fc.bigInt({ min: 0n, max: 9_999n });
    fc.assert(
      fc.property(units, fee, (arriving, bps) => {
        const amount = amountBeforeFee(toBaseUnits(arriving), bps);
        expect(arrivingOf(amount, bps)).toBe(arriving);
        expect(arrivingOf(amount - 1n, bps)).toBeLessThan(arriving);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is nothing for nothing', () => {
    expect(amountBeforeFee(ZERO_UNITS, 25n)).toBe(0n);
  });

  it.each([-1n, 10_000n, 20_000n])('is not known for a fee of %s basis points', (bps) => {
    expect(() => amountBeforeFee(toBaseUnits(1n), bps)).toThrow(RangeError);
  });
});
