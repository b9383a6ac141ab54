import fc from 'fast-check';
import { expect, test } from 'vitest';
import { feeCeiling, feeLadder, rungAt } from './fee-ladder.ts';

// Below 2 there is no integer that is 10 % more and less than double.
const price = fc.bigInt({ min: 2n, max: 10n ** 15n });

test('each rung pays enough more to replace the previous one, and none more than the ceiling', () => {
  fc.assert(
    fc.property(price, price, fc.bigInt({ min: 21_000n, max: 10n ** 7n }), (fee, tip, gas) => {
      const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: tip };
      const ladder = feeLadder(fees);
      expect(ladder).toHaveLength(3);
      ladder.reduce((cheaper, dearer) => {
        expect(dearer.maxFeePerGas * 10n).toBeGreaterThanOrEqual(cheaper.maxFeePerGas * 11n);
        return dearer;
      });
      for (const rung of ladder) {
        expect(rung.maxFeePerGas * gas).toBeLessThanOrEqual(feeCeiling(gas, fees));
      }
    }),
  );
});

test.each([
  [-5, 0],
  [0, 0],
  [29_999, 0],
  [30_000, 1],
  [89_999, 1],
  [90_000, 2],
])('after %i ms rung %i is due', (ms, rung) => {
  expect(rungAt(ms)).toBe(rung);
});
