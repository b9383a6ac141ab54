import { rescale } from '../amount/base-units-to-display.ts';

/** The decimals of a value in US dollars here: enough that balance × price is exact. */
export const USD_DECIMALS = 30;

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
 * What something was worth before its price changed.
 * @param changePercent how much the price rose since then, as in `1.1`; negative when it fell.
 * @returns US dollars with `USD_DECIMALS` decimals, or null when the price lost all of it (-100 % and below).
 */
export function valueBeforeChange(valueUsd: bigint, changePercent: number): bigint | null {
  const now = HUNDRED_PERCENT + scale(changePercent, CHANGE_DECIMALS);
  return now > 0n ? (valueUsd * HUNDRED_PERCENT) / now : null;
}

function scale(value: number, decimals: number): bigint {
  return BigInt(Math.round(value * 10 ** decimals));
}
