import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toBaseUnits } from '../amount/base-units.ts';
import {
  minimumReceived,
  parseSlippage,
  SLIPPAGE_OPTIONS_BPS,
  slippageForMinimum,
  slippagePercent,
} from './slippage.ts';

it('has the choices of the specification: 0.5, 1, 3, 5, 8 and 13 percent (§5)', () => {
  expect(SLIPPAGE_OPTIONS_BPS.map(slippagePercent)).toEqual(['0.5', '1', '3', '5', '8', '13']);
});

it.each([
  ['0.5', 50],
  [1, 100],
  ['13', 1300],
  ['2', null],
  ['1.0', null],
  ['-1', null],
  ['1e0', null],
  [0, null],
  [Number.NaN, null],
])('reads %j as %j basis points', (percent, bps) => {
  expect(parseSlippage(percent)).toBe(bps);
});

it('rounds the minimum that arrives as contracts do', () => {
  expect(minimumReceived(toBaseUnits(1_000_001n), 100)).toBe(990_000n);
});

it('keeps the agreed slippage while the quote is unchanged', () => {
  expect(slippageForMinimum(1_000_001n, minimumReceived(toBaseUnits(1_000_001n), 100), 100)).toBe(
    100,
  );
});

it('cannot keep a minimum above the quote', () => {
  expect(slippageForMinimum(989_999n, 990_000n, 100)).toBeNull();
});

it('never requests less than was promised, however the quote changed', () => {
  const units = fc.bigInt({ min: 1n, max: 10n ** 30n }).map(toBaseUnits);
  fc.assert(
    fc.property(units, units, fc.constantFrom(...SLIPPAGE_OPTIONS_BPS), (offered, now, agreed) => {
      const promised = minimumReceived(offered, agreed);
      const bps = slippageForMinimum(now, promised, agreed);
      fc.pre(bps !== null);
      expect(minimumReceived(now, bps ?? 0)).toBeGreaterThanOrEqual(promised);
      expect(bps).toBeLessThanOrEqual(agreed);
    }),
  );
});
