import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CURRENCIES, MINOR_DECIMALS } from './currency.ts';
import {
  isUsableRate,
  minorUnitsToUsd,
  toMinorUnits,
  VALUE_DECIMALS,
  valueInCurrency,
} from './value-in-currency.ts';
import { USD_DECIMALS, usdToBaseUnits, valueInUsd } from './value-in-usd.ts';

const currencies = fc.constantFrom(...CURRENCIES);
const rates = fc.double({ min: 0.1, max: 5_000, noNaN: true });
const dollars = (count: bigint) => count * 10n ** BigInt(USD_DECIMALS);

describe('a value in a currency', () => {
  test('is the dollars times the rate, to the last digit', () => {
    const value = dollars(3n) + 1n;
    expect(valueInCurrency(value, 0.92)).toBe((value * 92n * 10n ** 12n) / 100n);
  });

  test('in smallest units is at most one of them away from the exact value, in the given direction', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 50n }),
        currencies,
        rates,
        (value, currency, perUsd) => {
          const unit = 10n ** BigInt(VALUE_DECIMALS - MINOR_DECIMALS[currency]);
          const exact = valueInCurrency(value, perUsd);
          const [down, up] = (['down', 'up'] as const).map(
            (rounding) => toMinorUnits(value, { currency, perUsd }, rounding) * unit,
          );
          expect(down !== undefined && down <= exact && exact - down < unit).toBe(true);
          expect(up !== undefined && up >= exact && up - exact < unit).toBe(true);
        },
      ),
    );
  });

  test('is unknown at a rate that nothing could be converted back with', () => {
    expect([1e-13, 0, -1, Number.NaN, Number.POSITIVE_INFINITY].filter(isUsableRate)).toEqual([]);
    expect(isUsableRate(0.92)).toBe(true);
  });
});

describe('an amount typed in a currency', () => {
  const typedAmounts = fc.bigInt({ min: 0n, max: 10n ** 12n });

  test('is worth no more dollars than were typed, and nearly as many', () => {
    fc.assert(
      fc.property(typedAmounts, currencies, rates, (typed, currency, perUsd) => {
        const rate = { currency, perUsd };
        const value = minorUnitsToUsd(typed, rate);
        const unit = 10n ** BigInt(VALUE_DECIMALS - MINOR_DECIMALS[currency]);
        expect(valueInCurrency(value, perUsd) <= typed * unit).toBe(true);
        expect(valueInCurrency(value + 1n, perUsd) > typed * unit).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('reads the same after it was converted to a token and back', () => {
    const prices = fc.double({ min: 1e-6, max: 100_000, noNaN: true });
    fc.assert(
      fc.property(typedAmounts, currencies, rates, prices, (typed, currency, perUsd, price) => {
        const rate = { currency, perUsd };
        const units = usdToBaseUnits(minorUnitsToUsd(typed, rate), 18, price) ?? -1n;
        expect(toMinorUnits(valueInUsd(units, 18, price), rate, 'nearest')).toBe(typed);
      }),
      { numRuns: 2_000 },
    );
  });
});
