import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { valueInUsd } from '#domain/price/value-in-usd';
import type { Coin } from '#wire/wallet/coin';
import type { SummaryRow } from '../ui/summary.tsx';
import { costUsdText } from './amount-text.ts';
import { costText, feeUsdText, NETWORK_FEE_PLACEHOLDER, totalFeeUsdText } from './fee-text.ts';
import { type Estimate, missingFigure } from './missing-figure.tsx';
import type { PoolQuote } from './quote-query.ts';

/** The quotes that the rows show. When they could not be read, the rows show the placeholders of §9. */
interface PoolFeeRowsOptions {
  readonly coin: Coin;
  /** For this amount; null until it arrives. */
  readonly quote: PoolQuote | null;
  /** Any quote that has arrived. */
  readonly bounds: PoolQuote | null;
  readonly estimate: Estimate;
}

/** The pool's fee of one kind of operation. */
interface PoolFeeLabels {
  /** Such as `Shield fee`. */
  readonly name: string;
  readonly placeholder: string;
}

/** @returns the row of the pool's fee, such as `Shield fee (0.25%)`. */
export function poolFeeRow(
  { coin, quote, bounds, estimate }: PoolFeeRowsOptions,
  { name, placeholder }: PoolFeeLabels,
): SummaryRow {
  const known = quote ?? bounds;
  const isNamedOnly = known === null || estimate === 'failed';
  const label = isNamedOnly
    ? name
    : `${name} (${baseUnitsToDisplay(BigInt(known.poolFeeBps), 2)}%)`;
  if (quote === null) return { label, value: missingFigure(estimate, placeholder) };
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
export function networkFeeRow({ quote, bounds, estimate }: PoolFeeRowsOptions): SummaryRow {
  const known = estimate === 'failed' ? null : (quote ?? bounds);
  if (known === null) {
    return { label: 'Network fee', value: missingFigure(estimate, NETWORK_FEE_PLACEHOLDER) };
  }
  const { networkFee, feeDecimals, feeSymbol, feeUsd } = known;
  const value = `${costText(BigInt(networkFee), feeDecimals)} ${feeSymbol}`;
  return { label: 'Network fee', value: `≈ ${value}`, note: feeUsdText(feeUsd) };
}

/**
 * @returns the row of all fees in dollars, which names its parts, because most of it isn't gas; a dash without prices.
 */
export function totalFeeRow(
  { coin, quote, estimate }: PoolFeeRowsOptions,
  { name, placeholder }: PoolFeeLabels,
): SummaryRow {
  const label = 'Total gas';
  if (quote === null) return { label, value: missingFigure(estimate, placeholder) };
  const paysNetwork = quote.networkFeePaidBy === 'you';
  const names = [
    name.toLowerCase(),
    ...(quote.broadcasterFee === '0' ? [] : ['sending fee']),
    ...(paysNetwork ? ['network fee'] : []),
  ];
  const note = names.length === 1 ? `${names[0]} only` : names.join(' + ');
  const { price } = coin.price;
  if (price === null || (paysNetwork && quote.feeUsd === null)) return { label, value: '—', note };
  const inToken = [quote.poolFee, quote.broadcasterFee].map((fee) =>
    valueInUsd(BigInt(fee), coin.decimals, price),
  );
  const value = totalFeeUsdText({ inToken, network: paysNetwork ? quote.feeUsd : null });
  return { label, value, note };
}

/** @returns the row of the expected duration, with the number of operations ahead in line. */
export function durationRow(
  { quote, bounds, estimate }: PoolFeeRowsOptions,
  placeholder: string,
): SummaryRow {
  const known = quote ?? bounds;
  if (known === null)
    return { label: 'Estimated time', value: missingFigure(estimate, placeholder) };
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
