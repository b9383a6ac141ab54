import { type BaseUnits, ZERO_UNITS } from '#domain/amount/base-units';
import { DECIMALS_SHOWN, formatBaseUnits } from '#domain/amount/base-units-to-display';
import { displayToBaseUnits } from '#domain/amount/display-to-base-units';
import type { Money } from '#domain/price/money';
import { valueInUsd } from '#domain/price/value-in-usd';
import { minimumReceived } from '#domain/swap/slippage';
import type { SwapHop, SwapRoute } from '#wire/exchange/route';
import { localAmount, localFigure, withSymbol } from '../../lib/local-figure.ts';
import type { ShownPrices } from './shown-prices.ts';

/** The hops of a route or of part of it. */
type Hops = readonly Pick<SwapHop, 'fee' | 'timeStat' | 'estimatedTimeInSeconds'>[];

/** No fee amount has more decimals than this. */
const FEE_DECIMALS = 18;
/** A loss of this share of the value triggers a warning, basis points. */
export const HIGH_LOSS_BPS = 500;

/** @returns what the fees are worth, rounded up, as in `$1.940000`, followed by the fees without a price, each in its token */
export function totalFeeText(hops: Hops, money: Money): string {
  const fees = hops.flatMap(({ fee }) => fee);
  const usd = fees.reduce((sum, { amount, price }) => {
    const units = unitsOf(amount, FEE_DECIMALS);
    return price === null ? sum : sum + valueInUsd(units, FEE_DECIMALS, price);
  }, 0n);
  const unpriced = fees.filter(({ price }) => price === null);
  const inTokens = unpriced.map(({ amount, symbol }) => `${amount} ${symbol}`);
  return [money.text(usd, { places: DECIMALS_SHOWN.fee, rounding: 'up' }), ...inTokens].join(' + ');
}

/** @returns the average seconds from the first signature to the end */
export function totalSeconds(hops: Hops): number {
  return hops.reduce(
    (sum, { timeStat, estimatedTimeInSeconds }) => sum + (timeStat?.avg ?? estimatedTimeInSeconds),
    0,
  );
}

/** @returns an amount as shown in the history, rounded down, as in `19.3402 AVAX` */
export function amountText(
  display: string,
  { decimals, symbol }: { readonly decimals: number; readonly symbol: string },
): string {
  return withSymbol(figureText(display, decimals), symbol);
}

/** @returns the same without the symbol */
export function figureText(display: string, decimals: number): string {
  const shown = { places: DECIMALS_SHOWN.history, rounding: 'down' } as const;
  return localFigure(formatBaseUnits(unitsOf(display, decimals), decimals, shown));
}

/** @returns the value of an amount, as in `≈ $471.3413`; null when the price is unknown */
export function valueText(
  display: string,
  { decimals, usdPrice }: { readonly decimals: number; readonly usdPrice: number | null },
  money: Money,
): string | null {
  if (usdPrice === null) return null;
  const value = valueInUsd(unitsOf(display, decimals), decimals, usdPrice);
  return `≈ ${money.text(value, { places: DECIMALS_SHOWN.usdValue, rounding: 'down' })}`;
}

/** @returns an amount as shown in the confirmation, rounded down, as in `19.340 AVAX` */
export function confirmText(
  display: string,
  { decimals, symbol }: { readonly decimals: number; readonly symbol: string },
): string {
  const shown = { places: DECIMALS_SHOWN.confirm, rounding: 'down' } as const;
  const figure = formatBaseUnits(unitsOf(display, decimals), decimals, shown);
  return localAmount(figure, symbol);
}

/** Enough decimals for a compact display; the coin's row shows all of them. */
const BALANCE_PLACES = 6;

/** @returns a balance, rounded down and without trailing zeros, as in `1,949.123456` */
export function balanceText(units: bigint, decimals: number): string {
  const places = Math.min(BALANCE_PLACES, decimals);
  const shown = formatBaseUnits(units, decimals, { places, rounding: 'down' });
  return localFigure(places === 0 ? shown : shown.replace(/\.?0+$/, ''));
}

/** @returns the minimum received, as a display amount with symbol */
export function minimumText(route: SwapRoute, slippageBps: number): string {
  const to = route.swaps.at(-1)?.to;
  if (to === undefined) return '';
  const least = minimumReceived(unitsOf(route.outputAmount, to.decimals), slippageBps);
  const shown = { places: DECIMALS_SHOWN.history, rounding: 'down' } as const;
  return localAmount(formatBaseUnits(least, to.decimals, shown), to.symbol);
}

/** @returns the share of the value that is lost, basis points; null when a price is unknown or nothing is lost */
export function lossBps({ swaps, outputAmount }: SwapRoute, prices: ShownPrices): number | null {
  const [first, last] = [swaps[0], swaps.at(-1)];
  if (!first || !last || prices.sell === null || prices.receive === null) return null;
  const paid = unitsOf(first.fromAmount, first.from.decimals);
  const paidUsd = valueInUsd(paid, first.from.decimals, prices.sell);
  const received = unitsOf(outputAmount, last.to.decimals);
  const receivedUsd = valueInUsd(received, last.to.decimals, prices.receive);
  if (paidUsd === 0n || receivedUsd >= paidUsd) return null;
  return Number(((paidUsd - receivedUsd) * 10_000n) / paidUsd);
}

function unitsOf(display: string, decimals: number): BaseUnits {
  const parsed = displayToBaseUnits(display, decimals);
  return parsed.ok ? parsed.units : ZERO_UNITS;
}
