import { expect, it } from 'vitest';
import { formatUsd } from './format-usd.ts';
import { USD_DECIMALS } from './value-in-usd.ts';

const dollars = (whole: bigint) => whole * 10n ** BigInt(USD_DECIMALS);

it('formats dollars with commas and exactly the requested decimals', () => {
  const value = dollars(9_069n) + dollars(6_899n) / 10_000n;
  expect(formatUsd(value, { places: 2, rounding: 'down' })).toBe('$9,069.68');
  expect(formatUsd(value, { places: 4, rounding: 'down' })).toBe('$9,069.6899');
  expect(formatUsd(value, { places: 2, rounding: 'up' })).toBe('$9,069.69');
});

it('formats zero as $0.00', () => {
  expect(formatUsd(0n, { places: 2, rounding: 'down' })).toBe('$0.00');
});
