import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { formatUsd } from '#domain/price/format-usd';
import { valueInUsd } from '#domain/price/value-in-usd';
import type { Coin } from '#wire/wallet/coin';
import type { SummaryRow } from '../ui/summary.tsx';
import { costUsdText } from './amount-text.ts';
import { costText, feeUsdText, NETWORK_FEE_PLACEHOLDER } from './fee-text.ts';
import type { PoolQuote } from './quote-query.ts';

/** Shown for a figure that is loading. */
const UPDATING = '…';

/** The quotes that the rows show. Without any, rows show the placeholders of §9. */
interface PoolFeeRowsOptions {
  readonly coin: Coin;
  /** For this amount; null until it arrives. */
  readonly quote: PoolQuote | null;
  /** Any quote that has arrived. */
  readonly bounds: PoolQuote | null;
}

/** @returns the row of the pool's fee, such as `Shield fee (0.25%)`. */
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

/** @returns the row of the broadcaster's fee; none when it charges nothing. */
export function broadcasterFeeRows({ coin, quote }: PoolFeeRowsOptions): readonly SummaryRow[] {
  if (quote === null || quote.broadcasterFee === '0') return [];
  const fee = BigInt(quote.broadcasterFee);
  const value = `${costText(fee, coin.decimals)} ${coin.symbol}`;
  return [{ label: 'Sending fee', value, note: costUsdText(fee, coin) }];
}

/** @returns the row of the network fee, for operations where the user pays it. */
export function networkFeeRow({ quote, bounds }: PoolFeeRowsOptions): SummaryRow {
  const known = quote ?? bounds;
  if (known === null) return { label: 'Network fee', value: NETWORK_FEE_PLACEHOLDER };
  const { networkFee, feeDecimals, feeSymbol, feeUsd } = known;
  const value = `${costText(BigInt(networkFee), feeDecimals)} ${feeSymbol}`;
  return { label: 'Network fee', value: `≈ ${value}`, note: feeUsdText(feeUsd) };
}

/** @returns the row of all fees in dollars; the placeholder without a quote, a dash without prices. */
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

/** @returns the row of the expected duration, with the number of operations ahead in line. */
export function durationRow(
  { quote, bounds }: PoolFeeRowsOptions,
  placeholder: string,
): SummaryRow {
  const known = quote ?? bounds;
  if (known === null) return { label: 'Estimated time', value: placeholder };
  const { expectedMs, queueLength } = known;
  const note = queueLength === 0 ? undefined : `${queueLength} ahead in line`;
  return { label: 'Estimated time', value: durationText(expectedMs), note };
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
