import { expect, it } from 'vitest';
import { approximateUsd } from './approximate-usd.ts';
import { valueInUsd } from './value-in-usd.ts';

it('converts a fee and the price of its coin to the dollars that a user reads', () => {
  expect(approximateUsd(valueInUsd(2_100_000_000_000_000n, 18, 0.43))).toBe(0.000903);
});

it('converts zero to zero', () => {
  expect(approximateUsd(0n)).toBe(0);
});
