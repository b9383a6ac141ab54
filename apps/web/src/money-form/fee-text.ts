import {
  DECIMALS_SHOWN,
  formatBaseUnits,
  groupThousands,
} from '#domain/amount/base-units-to-display';

/** Shown instead of the network fee while there is no estimate (§9). */
export const NETWORK_FEE_PLACEHOLDER = 'about $2.50';

/** @returns a cost with 6 decimals, rounded up. */
export function costText(units: bigint, decimals: number): string {
  const shown = { places: DECIMALS_SHOWN.fee, rounding: 'up' } as const;
  return groupThousands(formatBaseUnits(units, decimals, shown));
}

/** @returns a fee in dollars, such as `under $0.01`; undefined when the price is unknown. */
export function feeUsdText(feeUsd: number | null): string | undefined {
  if (feeUsd === null) return undefined;
  return feeUsd < 0.01 ? 'under $0.01' : `about ${dollars.format(feeUsd)}`;
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
