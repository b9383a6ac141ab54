import { type BaseUnits, divideUnits } from '../amount/base-units.ts';
import { rescale } from '../amount/base-units-to-display.ts';

/** The decimals of a value in US dollars here: enough that balance × price is exact. */
export const USD_DECIMALS = 30;

/** One cent. */
export const CENT_USD = 10n ** BigInt(USD_DECIMALS - 2);

const TOKEN_DECIMALS = 18;
const PRICE_DECIMALS = 12;
const CHANGE_DECIMALS = 6;
const HUNDRED_PERCENT = 100n * 10n ** BigInt(CHANGE_DECIMALS);

/**
 * What an amount is worth.
 * @returns US dollars with `USD_DECIMALS` decimals; exact for a token with up to 18 decimals and a price with up to 12.
 */
export function valueInUsd(units: bigint, decimals: number, priceUsd: number): bigint {
  return (
    rescale(units, { from: decimals, to: TOKEN_DECIMALS, rounding: 'down' }) *
    scale(priceUsd, PRICE_DECIMALS)
  );
}

/**
 * What an amount of dollars buys: the only amount that is computed from a price. A user types the dollars, and confirms
 * the amount in its token.
 * @param valueUsd with `USD_DECIMALS` decimals
 * @returns base units, the most that are worth no more than this; null when the price is 0.
 */
export function usdToBaseUnits(
  valueUsd: bigint,
  decimals: number,
  priceUsd: number,
): BaseUnits | null {
  const price = scale(priceUsd, PRICE_DECIMALS);
  if (price <= 0n) return null;
  const oneToken = price * 10n ** BigInt(TOKEN_DECIMALS);
  return divideUnits(valueUsd * 10n ** BigInt(decimals), oneToken, 'down');
}

/**
 * What something was worth before its price changed.
 * @param changePercent how much the price rose since then, as in `1.1`; negative when it fell.
 * @returns US dollars with `USD_DECIMALS` decimals, or null when the price lost all of it (-100 % and below).
 */
export function valueBeforeChange(valueUsd: bigint, changePercent: number): bigint | null {
  const now = HUNDRED_PERCENT + scale(changePercent, CHANGE_DECIMALS);
  return now > 0n ? (valueUsd * HUNDRED_PERCENT) / now : null;
}

/** @returns a price or a rate as an integer with this many decimals. */
export function scale(value: number, decimals: number): bigint {
  return BigInt(Math.round(value * 10 ** decimals));
}
