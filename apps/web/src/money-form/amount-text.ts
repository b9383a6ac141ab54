import {
  baseUnitsToDisplay,
  DECIMALS_SHOWN,
  groupThousands,
} from '#domain/amount/base-units-to-display';
import { formatUsd } from '#domain/price/format-usd';
import { USD_DECIMALS, valueInUsd } from '#domain/price/value-in-usd';
import type { Coin } from '#wire/wallet/coin';

/** @returns the exact amount with its symbol, such as `4,725.5 USDC`. */
export function unitsText(
  units: bigint,
  { decimals, symbol }: Pick<Coin, 'decimals' | 'symbol'>,
): string {
  return `${groupThousands(baseUnitsToDisplay(units, decimals))} ${symbol}`;
}

/**
 * @returns the amount for a confirm step, with at least three decimals and never fewer than the amount has, because
 *   the user must see exactly what is sent.
 */
export function confirmText(units: bigint, coin: Pick<Coin, 'decimals' | 'symbol'>): string {
  return `${confirmFigure(units, coin)} ${coin.symbol}`;
}

/** @returns the amount of `confirmText` without its symbol, such as `25.000`. */
export function confirmFigure(units: bigint, { decimals }: Pick<Coin, 'decimals'>): string {
  return paddedFigure(units, decimals, DECIMALS_SHOWN.confirm);
}

const HALF_A_CENT = 10n ** BigInt(USD_DECIMALS) / 200n;

/**
 * @returns the value of an amount, such as `$25.00`, to the nearest cent, so that an amount typed as $25.00 reads the
 *   same; `under $0.01` for less than that; undefined when the price is unknown.
 */
export function usdText(units: bigint, coin: Coin): string | undefined {
  const { price } = coin.price;
  if (price === null) return undefined;
  const value = valueInUsd(units, coin.decimals, price);
  if (units > 0n && value < HALF_A_CENT) return 'under $0.01';
  return formatUsd(value, { places: 2, rounding: 'nearest' });
}

/** @returns a cost in dollars, such as `$0.63`, rounded up; undefined when the price is unknown. */
export function costUsdText(units: bigint, coin: Coin): string | undefined {
  const { price } = coin.price;
  if (price === null) return undefined;
  return formatUsd(valueInUsd(units, coin.decimals, price), { places: 2, rounding: 'up' });
}

/** @param cents of a US dollar, digits only @returns as in `$2,000` or `$12.50` */
export function dollarsText(cents: string): string {
  const value = BigInt(cents);
  const rest = String(value % 100n).padStart(2, '0');
  return `$${groupThousands(String(value / 100n))}${rest === '00' ? '' : `.${rest}`}`;
}

/** @returns a requested amount, with at least two decimals and never fewer than it has, as in `40.00`. */
export function requestedFigure(units: bigint, { decimals }: Pick<Coin, 'decimals'>): string {
  return paddedFigure(units, decimals, DECIMALS_OF_MONEY);
}

const DECIMALS_OF_MONEY = 2;

function paddedFigure(units: bigint, decimals: number, places: number): string {
  const [whole = '', fraction = ''] = baseUnitsToDisplay(units, decimals).split('.');
  return `${groupThousands(whole)}.${fraction.padEnd(places, '0')}`;
}
