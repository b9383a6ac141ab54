import {
  DECIMALS_SHOWN,
  formatBaseUnits,
  groupThousands,
} from '#domain/amount/base-units-to-display';
import type { FeeQuote } from './api/quote-send.ts';

/** What stands in place of the fee while no estimate exists (§9). */
export const FEE_PLACEHOLDER = 'about $2.50';

/** @returns the fee as in `0.004118 POL`; costs are rounded up. */
export function feeText({ fee, feeDecimals, feeSymbol }: FeeQuote): string {
  return `${costText(BigInt(fee), feeDecimals)} ${feeSymbol}`;
}

/** @returns a cost in the native coin with 6 decimals, rounded up. */
export function costText(units: bigint, decimals: number): string {
  const shown = { places: DECIMALS_SHOWN.fee, rounding: 'up' } as const;
  return groupThousands(formatBaseUnits(units, decimals, shown));
}

/** @returns the fee in dollars, as in `under $0.01`; nothing when the price is unknown. */
export function feeUsdText({ feeUsd }: FeeQuote): string | undefined {
  if (feeUsd === null) return undefined;
  return feeUsd < 0.01 ? 'under $0.01' : `about ${dollars.format(feeUsd)}`;
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
