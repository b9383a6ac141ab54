import { baseUnitsToDisplay, DECIMALS_SHOWN } from '#domain/amount/base-units-to-display';
import type { Money } from '#domain/price/money';
import { CENT_USD, valueInUsd } from '#domain/price/value-in-usd';
import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import { localAmount, localFigure, withSymbol } from '../lib/local-figure.ts';
import { LOCAL_DOLLARS } from '../lib/local-money.ts';

/** @returns the exact amount with its symbol, such as `4,725.5 USDC`. */
export function unitsText(
  units: bigint,
  { decimals, symbol }: Pick<Coin, 'decimals' | 'symbol'>,
): string {
  return localAmount(baseUnitsToDisplay(units, decimals), symbol);
}

/**
 * @returns the amount for a confirm step, with at least three decimals and never fewer than the amount has, because
 *   the user must see exactly what is sent.
 */
export function confirmText(units: bigint, coin: Pick<Coin, 'decimals' | 'symbol'>): string {
  return withSymbol(confirmFigure(units, coin), coin.symbol);
}

/** @returns the amount of `confirmText` without its symbol, such as `25.000`. */
export function confirmFigure(units: bigint, { decimals }: Pick<Coin, 'decimals'>): string {
  return paddedFigure(units, decimals, DECIMALS_SHOWN.confirm);
}

/**
 * @returns the value of an amount, such as `$25.00`, to the nearest cent, so that an amount typed as $25.00 reads the
 *   same; `under $0.01` for less than that; undefined when the price is unknown.
 */
export function worthText(units: bigint, coin: Coin, money: Money): string | undefined {
  const { price } = coin.price;
  if (price === null) return undefined;
  const value = money.minorUnits(valueInUsd(units, coin.decimals, price), 'nearest');
  return units > 0n && value === 0n
    ? t('under {amount}', { amount: money.minorText(1n) })
    : money.minorText(value);
}

/** @returns what a cost is worth, such as `$0.63`, rounded up; undefined when the price is unknown. */
export function costWorthText(units: bigint, coin: Coin, money: Money): string | undefined {
  const { price } = coin.price;
  if (price === null) return undefined;
  return money.text(valueInUsd(units, coin.decimals, price), { places: 2, rounding: 'up' });
}

/** @param cents of a US dollar, digits only @returns as in `$2,000` or `$12.50` */
export function dollarsText(cents: string): string {
  const value = BigInt(cents);
  const places = value % 100n === 0n ? 0 : 2;
  return LOCAL_DOLLARS.text(value * CENT_USD, { places, rounding: 'down' });
}

/**
 * @param cents of a US dollar, digits only
 * @returns a limit, which is in US dollars whatever values are shown in, as in `$2,000` or `$2,000 (≈ €1,840.00)`
 */
export function limitText(cents: string, money: Money): string {
  const text = dollarsText(cents);
  if (money.currency === 'USD') return text;
  const value = money.text(BigInt(cents) * CENT_USD, { places: 2, rounding: 'nearest' });
  return `${text} (≈ ${value})`;
}

/** @returns a requested amount, with at least two decimals and never fewer than it has, as in `40.00`. */
export function requestedFigure(units: bigint, { decimals }: Pick<Coin, 'decimals'>): string {
  return paddedFigure(units, decimals, DECIMALS_OF_MONEY);
}

const DECIMALS_OF_MONEY = 2;

function paddedFigure(units: bigint, decimals: number, places: number): string {
  const [whole = '', fraction = ''] = baseUnitsToDisplay(units, decimals).split('.');
  return localFigure(`${whole}.${fraction.padEnd(places, '0')}`);
}
