import { type BaseUnits, ZERO_UNITS } from '#domain/amount/base-units';
import {
  DECIMALS_SHOWN,
  formatBaseUnits,
  groupThousands,
} from '#domain/amount/base-units-to-display';
import { displayToBaseUnits } from '#domain/amount/display-to-base-units';
import { formatUsd } from '#domain/price/format-usd';
import { valueInUsd } from '#domain/price/value-in-usd';
import { minimumReceived } from '#domain/swap/slippage';
import type { SwapHop, SwapRoute } from '#wire/exchange/route';

/** A route or a part of it. */
type Hops = readonly Pick<SwapHop, 'fee' | 'timeStat' | 'estimatedTimeInSeconds'>[];

/** Every amount of a fee has at most so many decimals. */
const FEE_DECIMALS = 18;
/** A loss of this share of the value is worth a warning, basis points. */
export const HIGH_LOSS_BPS = 500;

/**
 * @param places decimals: 2 to compare routes, 6 as every fee that is confirmed
 * @returns the fees in dollars, rounded up, as in `$1.94`, and besides those without a price, each in its token.
 */
export function totalFeeText(hops: Hops, places: 2 | 6 = 2): string {
  const fees = hops.flatMap(({ fee }) => fee);
  const usd = fees.reduce((sum, { amount, price }) => {
    const units = unitsOf(amount, FEE_DECIMALS);
    return price === null ? sum : sum + valueInUsd(units, FEE_DECIMALS, price);
  }, 0n);
  const unpriced = fees.filter(({ price }) => price === null);
  const inTokens = unpriced.map(({ amount, symbol }) => `${amount} ${symbol}`);
  return [formatUsd(usd, { places, rounding: 'up' }), ...inTokens].join(' + ');
}

/** @returns seconds from the first signature to the end, on average */
export function totalSeconds(hops: Hops): number {
  return hops.reduce(
    (sum, { timeStat, estimatedTimeInSeconds }) => sum + (timeStat?.avg ?? estimatedTimeInSeconds),
    0,
  );
}

/** @returns an amount as the history says it, rounded down, as in `19.3402 AVAX` */
export function amountText(
  display: string,
  { decimals, symbol }: { readonly decimals: number; readonly symbol: string },
): string {
  return `${figureText(display, decimals)} ${symbol}`;
}

/** @returns the same without its symbol */
export function figureText(display: string, decimals: number): string {
  const shown = { places: DECIMALS_SHOWN.history, rounding: 'down' } as const;
  return groupThousands(formatBaseUnits(unitsOf(display, decimals), decimals, shown));
}

/** @returns what an amount is worth, as in `≈ $471.3413`; null when the price is unknown */
export function worthText(
  display: string,
  { decimals, usdPrice }: { readonly decimals: number; readonly usdPrice: number | null },
): string | null {
  if (usdPrice === null) return null;
  const value = valueInUsd(unitsOf(display, decimals), decimals, usdPrice);
  return `≈ ${formatUsd(value, { places: DECIMALS_SHOWN.usdValue, rounding: 'down' })}`;
}

/** @returns an amount as the confirmation says it, rounded down, as in `19.340 AVAX` */
export function confirmText(
  display: string,
  { decimals, symbol }: { readonly decimals: number; readonly symbol: string },
): string {
  const shown = { places: DECIMALS_SHOWN.confirm, rounding: 'down' } as const;
  const figure = formatBaseUnits(unitsOf(display, decimals), decimals, shown);
  return `${groupThousands(figure)} ${symbol}`;
}

/** More decimals than anyone reads in a narrow place; all of them are in the coin's own row. */
const BALANCE_PLACES = 6;

/** @returns a balance, rounded down and without needless zeros, as in `1,949.123456` */
export function balanceText(units: bigint, decimals: number): string {
  const places = Math.min(BALANCE_PLACES, decimals);
  const shown = formatBaseUnits(units, decimals, { places, rounding: 'down' });
  return groupThousands(places === 0 ? shown : shown.replace(/\.?0+$/, ''));
}

/** @returns the least that arrives, display amount with its symbol */
export function leastText(route: SwapRoute, slippageBps: number): string {
  const to = route.swaps.at(-1)?.to;
  if (to === undefined) return '';
  const least = minimumReceived(unitsOf(route.outputAmount, to.decimals), slippageBps);
  const shown = { places: DECIMALS_SHOWN.history, rounding: 'down' } as const;
  return `${groupThousands(formatBaseUnits(least, to.decimals, shown))} ${to.symbol}`;
}

/** @returns the share of the value that is lost, basis points; null when a price is unknown or nothing is lost */
export function lossBps({ swaps, outputAmount }: SwapRoute): number | null {
  const [first, last] = [swaps[0], swaps.at(-1)];
  if (!first || !last || first.from.usdPrice === null || last.to.usdPrice === null) return null;
  const paid = unitsOf(first.fromAmount, first.from.decimals);
  const paidUsd = valueInUsd(paid, first.from.decimals, first.from.usdPrice);
  const received = unitsOf(outputAmount, last.to.decimals);
  const receivedUsd = valueInUsd(received, last.to.decimals, last.to.usdPrice);
  if (paidUsd === 0n || receivedUsd >= paidUsd) return null;
  return Number(((paidUsd - receivedUsd) * 10_000n) / paidUsd);
}

function unitsOf(display: string, decimals: number): BaseUnits {
  const parsed = displayToBaseUnits(display, decimals);
  return parsed.ok ? parsed.units : ZERO_UNITS;
}
