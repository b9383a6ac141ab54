import fc from 'fast-check';
import { expect, it } from 'vitest';
import { feeCeiling } from '../operation/fee-ladder.ts';
import { setAsideFor } from './set-aside.ts';

const fees = { maxFeePerGas: 100n, maxPriorityFeePerGas: 10n, feeCap: 10n ** 18n };

it('is three times the most that a transfer with half as much gas again can cost', () => {
  expect(setAsideFor(21_000n, fees)).toBe(3n * 31_500n * 200n);
});

it('covers two transfers that move nothing and one that does, each with all of its rungs', () => {
  fc.assert(
    fc.property(fc.bigInt(21_000n, 500_000n), fc.bigInt(1n, 10n ** 12n), (gas, price) => {
      const now = { ...fees, maxFeePerGas: price };
      expect(setAsideFor(gas, now)).toBeGreaterThanOrEqual(3n * feeCeiling(gas, now));
    }),
  );
});
