import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import type { Money } from '#domain/price/money';
import { valueInUsd } from '#domain/price/value-in-usd';
import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import { HelpAbout } from '../help/help-about.tsx';
import type { SummaryRow } from '../ui/summary.tsx';
import { costWorthText } from './amount-text.ts';
import {
  costText,
  feeWorthText,
  NETWORK_FEE_CENTS,
  placeholderText,
  totalFeeText,
} from './fee-text.ts';
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
  readonly money: Money;
}

/** The pool's fee of one kind of operation. */
interface PoolFeeLabels {
  /** Such as `Shield fee`. */
  readonly name: string;
  /** Shown when reading an estimate failed, in cents of a US dollar. */
  readonly placeholderCents: bigint;
}

/** What all fees of one kind of operation are together. */
interface TotalFeeLabels {
  readonly direction: 'shield' | 'unshield';
  /** Shown when reading an estimate failed, in cents of a US dollar. */
  readonly placeholderCents: bigint;
}

/** @returns the row of the pool's fee, such as `Shield fee (0.25%)`. */
export function poolFeeRow(
  { coin, quote, bounds, estimate, money }: PoolFeeRowsOptions,
  { name, placeholderCents }: PoolFeeLabels,
): SummaryRow {
  const known = quote ?? bounds;
  const isNamedOnly = known === null || estimate === 'failed';
  const label = isNamedOnly
    ? name
    : `${name} (${baseUnitsToDisplay(BigInt(known.poolFeeBps), 2)}%)`;
  if (quote === null) {
    return { label, value: missingFigure(estimate, placeholderText(placeholderCents, money)) };
  }
  const fee = BigInt(quote.poolFee);
  const value = `${costText(fee, coin.decimals)} ${coin.symbol}`;
  return { label, value, note: costWorthText(fee, coin, money) };
}

/** @returns the row of the broadcaster's fee; none when it charges nothing. */
export function broadcasterFeeRows({
  coin,
  quote,
  money,
}: PoolFeeRowsOptions): readonly SummaryRow[] {
  if (quote === null || quote.broadcasterFee === '0') return [];
  const fee = BigInt(quote.broadcasterFee);
  const value = `${costText(fee, coin.decimals)} ${coin.symbol}`;
  return [{ label: t('Sending fee'), value, note: costWorthText(fee, coin, money) }];
}

/** @returns the row of the network fee, for operations where the user pays it. */
export function networkFeeRow({ quote, bounds, estimate, money }: PoolFeeRowsOptions): SummaryRow {
  const known = estimate === 'failed' ? null : (quote ?? bounds);
  if (known === null) {
    const placeholder = placeholderText(NETWORK_FEE_CENTS, money);
    return { label: t('Network fee'), value: missingFigure(estimate, placeholder) };
  }
  const { networkFee, feeDecimals, feeSymbol, feeUsd } = known;
  const value = `${costText(BigInt(networkFee), feeDecimals)} ${feeSymbol}`;
  return { label: t('Network fee'), value: `≈ ${value}`, note: feeWorthText(feeUsd, money) };
}

/**
 * @returns the row of what all fees are worth, which names its parts, because most of it isn't gas; a dash without prices.
 */
export function totalFeeRow(
  { coin, quote, estimate, money }: PoolFeeRowsOptions,
  { direction, placeholderCents }: TotalFeeLabels,
): SummaryRow {
  const label = t('Total gas');
  if (quote === null) {
    return { label, value: missingFigure(estimate, placeholderText(placeholderCents, money)) };
  }
  const paysNetwork = quote.networkFeePaidBy === 'you';
  const note = partsText(quote, direction);
  const { price } = coin.price;
  if (price === null || (paysNetwork && quote.feeUsd === null)) return { label, value: '—', note };
  const inToken = [quote.poolFee, quote.broadcasterFee].map((fee) =>
    valueInUsd(BigInt(fee), coin.decimals, price),
  );
  const value = totalFeeText({ inToken, network: paysNetwork ? quote.feeUsd : null }, money);
  return { label, value, note };
}

function partsText(
  { broadcasterFee, networkFeePaidBy }: PoolQuote,
  direction: TotalFeeLabels['direction'],
): string {
  const isShield = direction === 'shield';
  const others = [
    ...(broadcasterFee === '0' ? [] : [t('sending fee')]),
    ...(networkFeePaidBy === 'you' ? [t('network fee')] : []),
  ];
  if (others.length === 0) return isShield ? t('shield fee only') : t('unshield fee only');
  return [isShield ? t('shield fee') : t('unshield fee'), ...others].join(' + ');
}

/** @returns the row of the expected duration, with the number of operations ahead in line. */
export function durationRow(
  { quote, bounds, estimate }: Omit<PoolFeeRowsOptions, 'money'>,
  placeholder: string,
): SummaryRow {
  const known = quote ?? bounds;
  const row = {
    label: t('Estimated time'),
    help: <HelpAbout topic="private-time" about={t('Estimated time')} />,
  };
  if (known === null) return { ...row, value: missingFigure(estimate, placeholder) };
  const { expectedMs, queueLength } = known;
  const note = queueLength === 0 ? undefined : t('{count} ahead in line', { count: queueLength });
  return { ...row, value: durationText(expectedMs), note };
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

function durationText(ms: number): string {
  if (ms < 90 * SECOND_MS) {
    const seconds = Math.max(1, Math.ceil(ms / SECOND_MS));
    return t('about {seconds, plural, one {# second} other {# seconds}}', { seconds });
  }
  const minutes = Math.ceil(ms / MINUTE_MS);
  return t('about {minutes, plural, one {# minute} other {# minutes}}', { minutes });
}
