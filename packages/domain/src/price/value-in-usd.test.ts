import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBaseUnits } from '../amount/base-units-to-display.ts';
import { USD_DECIMALS, usdToBaseUnits, valueBeforeChange, valueInUsd } from './value-in-usd.ts';

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

describe('usdToBaseUnits', () => {
  const dollars = (cents: bigint) => cents * 10n ** BigInt(USD_DECIMALS - 2);

  it('rounds down to the units of the token', () => {
    expect(usdToBaseUnits(dollars(2_500n), 6, 0.999)).toBe(25_025_025n);
    expect(usdToBaseUnits(dollars(25_000n), 6, 1)).toBe(250_000_000n);
    expect(usdToBaseUnits(dollars(1n), 0, 100)).toBe(0n);
  });

  it('does not know an amount at a price of 0, or of less than a price can say', () => {
    expect(usdToBaseUnits(dollars(100n), 6, 0)).toBeNull();
    expect(usdToBaseUnits(dollars(100n), 6, 1e-13)).toBeNull();
  });

  it('is the most that is worth no more than the dollars', () => {
    const price = fc.double({ min: 1e-9, max: 1e6, noNaN: true });
    const cents = fc.bigInt({ min: 0n, max: 10n ** 14n });
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 18 }), price, (typed, decimals, priceUsd) => {
        const units = usdToBaseUnits(dollars(typed), decimals, priceUsd) ?? -1n;
        expect(valueInUsd(units, decimals, priceUsd) <= dollars(typed)).toBe(true);
        expect(valueInUsd(units + 1n, decimals, priceUsd) > dollars(typed)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives the typed cents back where a unit is worth less than half a cent', () => {
    const price = fc.double({ min: 1e-6, max: 4_000, noNaN: true });
    const cents = fc.bigInt({ min: 0n, max: 10n ** 12n });
    const shownCents = { places: 2, rounding: 'nearest' } as const;
    fc.assert(
      fc.property(cents, price, (typed, priceUsd) => {
        const units = usdToBaseUnits(dollars(typed), 6, priceUsd) ?? -1n;
        const value = valueInUsd(units, 6, priceUsd);
        expect(formatBaseUnits(value, USD_DECIMALS, shownCents)).toBe(
          formatBaseUnits(typed, 2, shownCents),
        );
      }),
      { numRuns: 2_000 },
    );
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
