import { DECIMALS_SHOWN, formatBaseUnits } from '#domain/amount/base-units-to-display';
import type { Money } from '#domain/price/money';
import { CENT_USD, valueInUsd } from '#domain/price/value-in-usd';
import { t } from '#language/t';
import { localFigure } from '../lib/local-figure.ts';

/** In place of the network fee when reading an estimate failed, in cents of a US dollar (§9). */
export const NETWORK_FEE_CENTS = 250n;

/** @returns what is shown when reading an estimate failed, as in `about $2.50` */
export function placeholderText(cents: bigint, money: Money): string {
  const amount = money.text(cents * CENT_USD, { places: 2, rounding: 'up' });
  return t('about {amount}', { amount });
}

/** @returns a cost with 6 decimals, rounded up. */
export function costText(units: bigint, decimals: number): string {
  const shown = { places: DECIMALS_SHOWN.fee, rounding: 'up' } as const;
  return localFigure(formatBaseUnits(units, decimals, shown));
}

/** @returns what a fee is worth, such as `under $0.01`, rounded up; undefined when the price is unknown. */
export function feeWorthText(feeUsd: number | null, money: Money): string | undefined {
  if (feeUsd === null) return undefined;
  const value = valueInUsd(1n, 0, feeUsd);
  return approximate(money.minorText(money.minorUnits(value, 'up')), value, money);
}

/** @returns the amount as the upper limit of a fee below the smallest unit, else as about that */
function approximate(amount: string, feeUsd: bigint, money: Money): string {
  return money.minorUnits(feeUsd, 'down') === 0n
    ? t('under {amount}', { amount })
    : t('about {amount}', { amount });
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
  return network === null ? text : approximate(text, networkFee, money);
}
