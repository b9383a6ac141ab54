import {
  baseUnitsToDisplay,
  DECIMALS_SHOWN,
  formatBaseUnits,
  groupThousands,
} from '#domain/amount/base-units-to-display';
import { USD_DECIMALS, usdToBaseUnits, valueInUsd } from '#domain/price/value-in-usd';
import type { Coin } from '#wire/wallet/coin';
import { usdText } from './amount-text.ts';

/** What an amount is typed in: its coin, or US dollars. */
export type AmountUnit = 'coin' | 'usd';

/** Decimals of an amount in dollars: the cents. */
export const CENT_DECIMALS = 2;

const ONE_DOLLAR = 10n ** BigInt(USD_DECIMALS);
/** Figures of a small amount after its zeros, such as `0.000123`. */
const SIGNIFICANT_FIGURES = 3;

export function otherUnit(unit: AmountUnit): AmountUnit {
  return unit === 'coin' ? 'usd' : 'coin';
}

/** @returns false when the price is unknown or 0, so that an amount of dollars has no amount of the coin. */
export function canTypeUsd({ decimals, price: { price } }: Coin): boolean {
  return price !== null && usdToBaseUnits(ONE_DOLLAR, decimals, price) !== null;
}

/** @returns an amount as text to type, such as `25.025025`, or the nearest dollars with their cents, such as `25.00`. */
export function figureIn(unit: AmountUnit, units: bigint, coin: Coin): string {
  if (unit === 'coin') return baseUnitsToDisplay(units, coin.decimals);
  const value = valueInUsd(units, coin.decimals, coin.price.price ?? 0);
  return formatBaseUnits(value, USD_DECIMALS, { places: CENT_DECIMALS, rounding: 'nearest' });
}

/** @returns an amount to read at a glance, such as `$25.00` or, cut to a few decimals, `25.0250 USDC`. */
export function readingIn(unit: AmountUnit, units: bigint, coin: Coin): string {
  if (unit === 'usd') return usdText(units, coin) ?? 'No price';
  const { decimals, symbol } = coin;
  const places = Math.min(decimals, placesOf(units, decimals));
  const figure = formatBaseUnits(units, decimals, { places, rounding: 'down' });
  return `${groupThousands(figure)} ${symbol}`;
}

/** @returns enough decimals to tell a small amount from nothing */
function placesOf(units: bigint, decimals: number): number {
  const fraction = baseUnitsToDisplay(units, decimals).match(/^0\.(0*)/)?.[1];
  return Math.max(DECIMALS_SHOWN.history, (fraction ?? '').length + SIGNIFICANT_FIGURES);
}
