import { type BaseUnits, divideUnits, type Rounding } from '../amount/base-units.ts';
import { rescale } from '../amount/base-units-to-display.ts';
import { type Currency, MINOR_DECIMALS } from './currency.ts';
import { scale, USD_DECIMALS } from './value-in-usd.ts';

const RATE_DECIMALS = 12;

/** The decimals of a value in a display currency: enough that dollars × rate is exact. */
export const VALUE_DECIMALS = USD_DECIMALS + RATE_DECIMALS;

/** A currency, and how many units of it one US dollar buys; positive. */
export interface Rate {
  readonly currency: Currency;
  readonly perUsd: number;
}

/** @returns false for a rate that is too small to convert back with. */
export function isUsableRate(perUsd: number): boolean {
  return Number.isFinite(perUsd) && scale(perUsd, RATE_DECIMALS) > 0n;
}

/**
 * @param valueUsd with `USD_DECIMALS` decimals
 * @returns the value in the currency with `VALUE_DECIMALS` decimals; exact for a rate with up to 12.
 */
export function valueInCurrency(valueUsd: bigint, perUsd: number): bigint {
  return valueUsd * scale(perUsd, RATE_DECIMALS);
}

/** @returns the value in the currency's smallest units, such as cents. */
export function toMinorUnits(
  valueUsd: bigint,
  { currency, perUsd }: Rate,
  rounding: Rounding,
): BaseUnits {
  const value = valueInCurrency(valueUsd, perUsd);
  return rescale(value, { from: VALUE_DECIMALS, to: MINOR_DECIMALS[currency], rounding });
}

/** @returns what smallest units of the currency are worth: US dollars with `USD_DECIMALS` decimals, rounded down. */
export function minorUnitsToUsd(units: bigint, { currency, perUsd }: Rate): bigint {
  const value = units * 10n ** BigInt(VALUE_DECIMALS - MINOR_DECIMALS[currency]);
  return divideUnits(value, scale(perUsd, RATE_DECIMALS), 'down');
}
