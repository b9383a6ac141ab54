import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  affordableRungs,
  CANCELLATION_GAS,
  cancellationFees,
  exceedsFeeCap,
  type FeesPerGas,
  feeCeiling,
  feeLadder,
  feesAbove,
  rungAt,
} from './fee-ladder.ts';

// Below 2 there is no integer that is 10 % more and less than double.
const price = fc.bigInt({ min: 2n, max: 10n ** 15n });
const gasLimit = fc.bigInt({ min: 21_000n, max: 10n ** 7n });
const rungCount = fc.integer({ min: 3, max: 5 });
const NO_CAP = 10n ** 30n;

test('each rung pays enough more to replace the previous one, and none more than the ceiling', () => {
  fc.assert(
    fc.property(price, price, gasLimit, rungCount, (fee, tip, gas, rungs) => {
      const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: tip, feeCap: NO_CAP };
      const ladder = feeLadder(gas, fees, rungs);
      expect(ladder).toHaveLength(rungs);
      expectReplacing(ladder);
      for (const rung of ladder) {
        expect(rung.maxFeePerGas * gas).toBeLessThanOrEqual(feeCeiling(gas, fees, rungs));
      }
    }),
  );
});

test('no rung costs more than the cap, and there is always one', () => {
  const cap = fc.bigInt({ min: 10n ** 8n, max: 10n ** 18n });
  fc.assert(
    fc.property(price, price, gasLimit, cap, (fee, tip, gas, feeCap) => {
      const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: tip, feeCap };
      const ladder = feeLadder(gas, fees, 5);
      expect(ladder.length).toBeGreaterThan(0);
      expectReplacing(ladder);
      for (const { maxFeePerGas, maxPriorityFeePerGas } of ladder) {
        expect(maxFeePerGas * gas).toBeLessThanOrEqual(feeCap);
        expect(maxPriorityFeePerGas).toBeLessThanOrEqual(maxFeePerGas);
      }
      expect(feeCeiling(gas, fees, 5)).toBeLessThanOrEqual(feeCap);
    }),
  );
});

test('what does not exceed the cap has a first rung that pays what the network charges now', () => {
  const cap = fc.bigInt({ min: 10n ** 8n, max: 10n ** 18n });
  fc.assert(
    fc.property(price, price, gasLimit, cap, (baseFee, tip, gas, feeCap) => {
      const fees = { maxFeePerGas: 2n * baseFee + tip, maxPriorityFeePerGas: tip, feeCap };
      const now = baseFee + tip;
      expect(exceedsFeeCap(gas, fees)).toBe(gas * now > feeCap);
      if (exceedsFeeCap(gas, fees)) return;
      expect(feeLadder(gas, fees)[0]?.maxFeePerGas).toBeGreaterThanOrEqual(now);
    }),
  );
});

test('a cancellation pays enough to replace any rung, as far as the cap leaves room for it', () => {
  fc.assert(
    fc.property(price, price, gasLimit, rungCount, (fee, tip, gas, rungs) => {
      const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: tip, feeCap: NO_CAP };
      const top = feeLadder(gas, fees, rungs).at(-1) ?? fees;
      expectReplacing([top, cancellationFees(top, NO_CAP)]);
      const capped = cancellationFees(top, 10n ** 8n);
      expect(capped.maxFeePerGas * CANCELLATION_GAS).toBeLessThanOrEqual(10n ** 8n);
      expect(capped.maxPriorityFeePerGas).toBeLessThanOrEqual(capped.maxFeePerGas);
    }),
  );
});

test('a rung above a ladder replaces its highest one and pays the present price, or there is none within the cap', () => {
  const cap = fc.bigInt({ min: 10n ** 8n, max: 10n ** 18n });
  fc.assert(
    fc.property(price, price, price, gasLimit, cap, (oldFee, baseFee, tip, gas, feeCap) => {
      const top = { maxFeePerGas: oldFee, maxPriorityFeePerGas: tip < oldFee ? tip : oldFee };
      const fees = { maxFeePerGas: 2n * baseFee + tip, maxPriorityFeePerGas: tip, feeCap };
      const pricePerGas = baseFee + tip;
      const above = feesAbove(top, { gas, fees, pricePerGas });
      const least = pricePerGas > (oldFee * 11n) / 10n ? pricePerGas : (oldFee * 11n + 9n) / 10n;
      expect(above === null).toBe(least > feeCap / gas);
      if (above === null) return;
      expectReplacing([top, above]);
      expect(above.maxPriorityFeePerGas * 10n).toBeGreaterThanOrEqual(
        top.maxPriorityFeePerGas * 11n,
      );
      expect(above.maxFeePerGas).toBeGreaterThanOrEqual(pricePerGas);
      expect(above.maxFeePerGas * gas).toBeLessThanOrEqual(feeCap);
      expect(above.maxPriorityFeePerGas).toBeLessThanOrEqual(above.maxFeePerGas);
    }),
  );
});

test('a rung above a ladder has the fees of the moment, and at least 30 % more', () => {
  const fees = { maxFeePerGas: 500n, maxPriorityFeePerGas: 20n, feeCap: NO_CAP };
  const more = { gas: 100n, fees, pricePerGas: 250n };
  const top = { maxFeePerGas: 200n, maxPriorityFeePerGas: 20n };
  expect(feesAbove(top, more)).toEqual({ maxFeePerGas: 500n, maxPriorityFeePerGas: 26n });
  const dear = { maxFeePerGas: 400n, maxPriorityFeePerGas: 20n };
  expect(feesAbove(dear, more)).toEqual({ maxFeePerGas: 520n, maxPriorityFeePerGas: 26n });
});

test('the rungs above the usual ones are signed only where they hold a quarter of the balance at most', () => {
  const fees = { maxFeePerGas: 10n, maxPriorityFeePerGas: 1n, feeCap: NO_CAP };
  const gas = 100n;
  expect(affordableRungs(gas, fees, 0n)).toBe(3);
  expect(affordableRungs(gas, fees, 15_999n)).toBe(3);
  expect(affordableRungs(gas, fees, 16_000n)).toBe(4);
  expect(affordableRungs(gas, fees, 31_999n)).toBe(4);
  expect(affordableRungs(gas, fees, 32_000n)).toBe(5);
  expect(affordableRungs(gas, fees, 10n ** 18n)).toBe(5);
});

test.each([
  [-5, 0],
  [0, 0],
  [29_999, 0],
  [30_000, 1],
  [89_999, 1],
  [90_000, 2],
  [180_000, 3],
  [299_999, 3],
  [300_000, 4],
])('after %i ms rung %i is due, where there is one', (ms, rung) => {
  expect(rungAt(ms, 5)).toBe(rung);
  expect(rungAt(ms, 3)).toBe(Math.min(rung, 2));
});

function expectReplacing(ladder: readonly FeesPerGas[]): void {
  ladder.reduce((cheaper, dearer) => {
    expect(dearer.maxFeePerGas * 10n).toBeGreaterThanOrEqual(cheaper.maxFeePerGas * 11n);
    return dearer;
  });
}
