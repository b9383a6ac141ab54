import { expect, it } from 'vitest';
import { formatUsd } from './format-usd.ts';
import { USD_DECIMALS } from './value-in-usd.ts';

const dollars = (whole: bigint) => whole * 10n ** BigInt(USD_DECIMALS);

it('writes dollars with commas and exactly the decimals asked for', () => {
  const value = dollars(9_069n) + dollars(6_899n) / 10_000n;
  expect(formatUsd(value, { places: 2, rounding: 'down' })).toBe('$9,069.68');
  expect(formatUsd(value, { places: 4, rounding: 'down' })).toBe('$9,069.6899');
  expect(formatUsd(value, { places: 2, rounding: 'up' })).toBe('$9,069.69');
});

it('writes nothing as $0.00', () => {
  expect(formatUsd(0n, { places: 2, rounding: 'down' })).toBe('$0.00');
});
