import {
  DECIMALS_SHOWN,
  formatBaseUnits,
  groupThousands,
} from '#domain/amount/base-units-to-display';
import { formatUsd } from '#domain/price/format-usd';
import { USD_DECIMALS, valueInUsd } from '#domain/price/value-in-usd';

/** Shown instead of the network fee while there is no estimate (§9). */
export const NETWORK_FEE_PLACEHOLDER = 'about $2.50';

/** @returns a cost with 6 decimals, rounded up. */
export function costText(units: bigint, decimals: number): string {
  const shown = { places: DECIMALS_SHOWN.fee, rounding: 'up' } as const;
  return groupThousands(formatBaseUnits(units, decimals, shown));
}

/** @returns a fee in dollars, such as `under $0.01`, rounded up; undefined when the price is unknown. */
export function feeUsdText(feeUsd: number | null): string | undefined {
  if (feeUsd === null) return undefined;
  const value = valueInUsd(1n, 0, feeUsd);
  return `${value < CENT ? 'under' : 'about'} ${formatUsd(roundUpToCents(value), CENTS)}`;
}

const CENT = 10n ** BigInt(USD_DECIMALS - 2);

/** Dollars are shown in whole cents. A cost rounds up. */
const CENTS = { places: 2, rounding: 'up' } as const;

/** @param value US dollars with `USD_DECIMALS` decimals, as the result */
function roundUpToCents(value: bigint): bigint {
  return ((value + CENT - 1n) / CENT) * CENT;
}

/** What an operation costs: in its token, and perhaps in the coin of the network. */
interface FeeParts {
  /** In US dollars with `USD_DECIMALS` decimals. */
  readonly inToken: readonly bigint[];
  /** In US dollars; null when the user pays no network fee. */
  readonly network: number | null;
}

/** @returns the sum of what is shown for each part, such as `under $0.64` for `$0.63` and `under $0.01`. */
export function totalFeeUsdText({ inToken, network }: FeeParts): string {
  const networkFee = network === null ? 0n : valueInUsd(1n, 0, network);
  const total = [...inToken, networkFee].reduce((sum, part) => sum + roundUpToCents(part), 0n);
  const text = formatUsd(total, CENTS);
  if (network === null) return text;
  return `${networkFee < CENT ? 'under' : 'about'} ${text}`;
}
