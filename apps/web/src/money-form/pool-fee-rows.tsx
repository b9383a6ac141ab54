import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { formatUsd } from '#domain/price/format-usd';
import { valueInUsd } from '#domain/price/value-in-usd';
import type { Coin } from '#wire/wallet/coin';
import type { SummaryRow } from '../ui/summary.tsx';
import { costUsdText } from './amount-text.ts';
import { costText, feeUsdText, NETWORK_FEE_PLACEHOLDER } from './fee-text.ts';
import type { PoolQuote } from './quote-query.ts';

/** Shown for a figure that is being refreshed. */
const UPDATING = '…';

/** What a row says while no quote exists (§9), and while the one of this amount is loading. */
interface PoolFeeRowsOptions {
  readonly coin: Coin;
  /** Of this amount; null while there is none. */
  readonly quote: PoolQuote | null;
  /** Anything the server has quoted yet. */
  readonly bounds: PoolQuote | null;
}

/** @returns the row of what the pool keeps, as in `Shield fee (0.25%)`. */
export function poolFeeRow(
  { coin, quote, bounds }: PoolFeeRowsOptions,
  { name, placeholder }: { name: string; placeholder: string },
): SummaryRow {
  const known = quote ?? bounds;
  if (known === null) return { label: name, value: placeholder };
  const label = `${name} (${baseUnitsToDisplay(BigInt(known.poolFeeBps), 2)}%)`;
  if (quote === null) return { label, value: UPDATING };
  const fee = BigInt(quote.poolFee);
  const value = `${costText(fee, coin.decimals)} ${coin.symbol}`;
  return { label, value, note: costUsdText(fee, coin) };
}

/** @returns the row of what the broadcaster is paid; none when it takes nothing. */
export function broadcasterFeeRows({ coin, quote }: PoolFeeRowsOptions): readonly SummaryRow[] {
  if (quote === null || quote.broadcasterFee === '0') return [];
  const fee = BigInt(quote.broadcasterFee);
  const value = `${costText(fee, coin.decimals)} ${coin.symbol}`;
  return [{ label: 'Sending fee', value, note: costUsdText(fee, coin) }];
}

/** @returns the row of the network fee, when the user pays it. */
export function networkFeeRow({ quote, bounds }: PoolFeeRowsOptions): SummaryRow {
  const known = quote ?? bounds;
  if (known === null) return { label: 'Network fee', value: NETWORK_FEE_PLACEHOLDER };
  const { networkFee, feeDecimals, feeSymbol, feeUsd } = known;
  const value = `${costText(BigInt(networkFee), feeDecimals)} ${feeSymbol}`;
  return { label: 'Network fee', value: `≈ ${value}`, note: feeUsdText(feeUsd) };
}

/** @returns what all fees come to in dollars; the placeholder while no quote exists, a dash without prices. */
export function totalFeeRow(
  { coin, quote, bounds }: PoolFeeRowsOptions,
  placeholder: string,
): SummaryRow {
  if (quote === null)
    return { label: 'Total gas', value: bounds === null ? placeholder : UPDATING };
  const { price } = coin.price;
  const label = 'Total gas';
  if (price === null || quote.feeUsd === null) return { label, value: '—' };
  const inToken = BigInt(quote.poolFee) + BigInt(quote.broadcasterFee);
  const network = quote.networkFeePaidBy === 'you' ? valueInUsd(1n, 0, quote.feeUsd) : 0n;
  const total = valueInUsd(inToken, coin.decimals, price) + network;
  return { label, value: `≈ ${formatUsd(total, { places: 2, rounding: 'up' })}` };
}

/** @returns how long it takes, and how many are before it. */
export function durationRow(
  { quote, bounds }: PoolFeeRowsOptions,
  placeholder: string,
): SummaryRow {
  const known = quote ?? bounds;
  if (known === null) return { label: 'Takes', value: placeholder };
  const { expectedMs, queueLength } = known;
  const note = queueLength === 0 ? undefined : `${queueLength} ahead in line`;
  return { label: 'Takes', value: durationText(expectedMs), note };
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

function durationText(ms: number): string {
  if (ms < 90 * SECOND_MS) {
    const seconds = Math.max(1, Math.ceil(ms / SECOND_MS));
    return seconds === 1 ? 'about 1 second' : `about ${seconds} seconds`;
  }
  return `about ${Math.ceil(ms / MINUTE_MS)} minutes`;
}
