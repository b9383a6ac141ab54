import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toBaseUnits } from '../amount/base-units.ts';
import { feeCeiling } from '../operation/fee-ladder.ts';
import { privateSetAsideFor, setAsideFor } from './set-aside.ts';

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

it.each([
  [0n, 0n],
  [1n, 3n],
  [33n, 99n],
  [34n, 110n],
  [41_152n, 130_000n],
  [400_000n, 1_200_000n],
])(
  'is three times the fee of %s in a private wallet, rounded up to two digits',
  (fee, setAside) => {
    expect(privateSetAsideFor(toBaseUnits(fee))).toBe(setAside);
  },
);
