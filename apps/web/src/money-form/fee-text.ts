import {
  DECIMALS_SHOWN,
  formatBaseUnits,
  groupThousands,
} from '#domain/amount/base-units-to-display';
import type { Money } from '#domain/price/money';
import { CENT_USD, valueInUsd } from '#domain/price/value-in-usd';

/** In place of the network fee when reading an estimate failed, in cents of a US dollar (§9). */
export const NETWORK_FEE_CENTS = 250n;

/** @returns what is shown when reading an estimate failed, as in `about $2.50` */
export function placeholderText(cents: bigint, money: Money): string {
  return `about ${money.text(cents * CENT_USD, { places: 2, rounding: 'up' })}`;
}

/** @returns a cost with 6 decimals, rounded up. */
export function costText(units: bigint, decimals: number): string {
  const shown = { places: DECIMALS_SHOWN.fee, rounding: 'up' } as const;
  return groupThousands(formatBaseUnits(units, decimals, shown));
}

/** @returns what a fee is worth, such as `under $0.01`, rounded up; undefined when the price is unknown. */
export function feeWorthText(feeUsd: number | null, money: Money): string | undefined {
  if (feeUsd === null) return undefined;
  const value = valueInUsd(1n, 0, feeUsd);
  return `${wordBefore(value, money)} ${money.minorText(money.minorUnits(value, 'up'))}`;
}

function wordBefore(feeUsd: bigint, money: Money): 'under' | 'about' {
  return money.minorUnits(feeUsd, 'down') === 0n ? 'under' : 'about';
}

/** What an operation costs: in its token, and perhaps in the coin of the network. */
interface FeeParts {
  /** In US dollars with `USD_DECIMALS` decimals. */
  readonly inToken: readonly bigint[];
  /** In US dollars; null when the user pays no network fee. */
  readonly network: number | null;
}

/** @returns the sum of what is shown for each part, such as `under $0.64` for `$0.63` and `under $0.01`. */
export function totalFeeText({ inToken, network }: FeeParts, money: Money): string {
  const networkFee = network === null ? 0n : valueInUsd(1n, 0, network);
  const total = [...inToken, networkFee].reduce(
    (sum, part) => sum + money.minorUnits(part, 'up'),
    0n,
  );
  const text = money.minorText(total);
  if (network === null) return text;
  return `${wordBefore(networkFee, money)} ${text}`;
}
