import type { Rounding } from '../amount/base-units.ts';
import { formatBaseUnits, groupThousands } from '../amount/base-units-to-display.ts';
import { USD_DECIMALS } from './value-in-usd.ts';

/**
 * Formats a value in US dollars.
 * @param value US dollars with `USD_DECIMALS` decimals; never negative.
 * @returns as in `$9,069.68`, with exactly `places` decimals, rounded in the given direction.
 */
export function formatUsd(
  value: bigint,
  shown: { readonly places: number; readonly rounding: Rounding },
): string {
  return `$${groupThousands(formatBaseUnits(value, USD_DECIMALS, shown))}`;
}
