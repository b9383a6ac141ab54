import {
  baseUnitsToDisplay,
  DECIMALS_SHOWN,
  formatBaseUnits,
} from '#domain/amount/base-units-to-display';
import type { Money } from '#domain/price/money';
import { USD_DECIMALS, usdToBaseUnits, valueInUsd } from '#domain/price/value-in-usd';
import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import { localAmount } from '../lib/local-figure.ts';
import { worthText } from './amount-text.ts';

/** What an amount is typed in: its coin, or the display currency. The name is the one that earlier versions stored. */
export type AmountUnit = 'coin' | 'usd';

const ONE_DOLLAR = 10n ** BigInt(USD_DECIMALS);
/** Figures of a small amount after its zeros, such as `0.000123`. */
const SIGNIFICANT_FIGURES = 3;

export function otherUnit(unit: AmountUnit): AmountUnit {
  return unit === 'coin' ? 'usd' : 'coin';
}

/** @returns false when the price is unknown or 0, so that an amount of money has no amount of the coin. */
export function canTypeMoney({ decimals, price: { price } }: Coin): boolean {
  return price !== null && usdToBaseUnits(ONE_DOLLAR, decimals, price) !== null;
}

/** What an amount is of, and how its value is shown. */
interface Priced {
  readonly coin: Coin;
  readonly money: Money;
}

/** @returns an amount as text to type, such as `25.025025`, or the nearest dollars with their cents, such as `25.00`. */
export function figureIn(unit: AmountUnit, units: bigint, { coin, money }: Priced): string {
  if (unit === 'coin') return baseUnitsToDisplay(units, coin.decimals);
  const value = valueInUsd(units, coin.decimals, coin.price.price ?? 0);
  const places = money.minorDecimals;
  const rounding = 'nearest';
  return formatBaseUnits(money.minorUnits(value, rounding), places, { places, rounding });
}

/** @returns an amount to read at a glance, such as `$25.00` or, cut to a few decimals, `25.0250 USDC`. */
export function readingIn(unit: AmountUnit, units: bigint, { coin, money }: Priced): string {
  if (unit === 'usd') return worthText(units, coin, money) ?? t('No price');
  const { decimals, symbol } = coin;
  const places = Math.min(decimals, placesOf(units, decimals));
  const figure = formatBaseUnits(units, decimals, { places, rounding: 'down' });
  return localAmount(figure, symbol);
}

/** @returns enough decimals to tell a small amount from nothing */
function placesOf(units: bigint, decimals: number): number {
  const fraction = baseUnitsToDisplay(units, decimals).match(/^0\.(0*)/)?.[1];
  return Math.max(DECIMALS_SHOWN.history, (fraction ?? '').length + SIGNIFICANT_FIGURES);
}
