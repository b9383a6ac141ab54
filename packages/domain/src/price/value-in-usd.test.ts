import { describe, expect, it } from 'vitest';
import { formatBaseUnits } from '../amount/base-units-to-display.ts';
import { USD_DECIMALS, valueBeforeChange, valueInUsd } from './value-in-usd.ts';

const shown = (value: bigint) =>
  formatBaseUnits(value, USD_DECIMALS, { places: 4, rounding: 'down' });

describe('valueInUsd', () => {
  it('is balance times price (§9)', () => {
    expect(shown(valueInUsd(987_421_000_000_000_000_000n, 18, 0.4318))).toBe('426.3683');
    expect(shown(valueInUsd(4_725_000_000n, 6, 0.9998))).toBe('4724.0550');
  });

  it('keeps a balance that no floating-point number can represent', () => {
    const units = 2n ** 200n + 1n;
    expect(valueInUsd(units, 18, 1)).toBe(units * 10n ** 12n);
  });

  it('keeps the price of a very cheap token', () => {
    expect(shown(valueInUsd(1_000_000_000n * 10n ** 18n, 18, 0.000000012345))).toBe('12.3450');
  });
});

describe('valueBeforeChange', () => {
  it('goes back to the value before a rise and before a fall', () => {
    expect(valueBeforeChange(110n * 10n ** 30n, 10)).toBe(100n * 10n ** 30n);
    expect(valueBeforeChange(75n * 10n ** 30n, -25)).toBe(100n * 10n ** 30n);
  });

  it('does not know the value before a price fell to zero', () => {
    expect(valueBeforeChange(0n, -100)).toBeNull();
  });
});
