import { formatUsd } from './format-usd.ts';
import { USD_DECIMALS } from './value-in-usd.ts';

const DOLLAR = 10n ** BigInt(USD_DECIMALS);
const BILLION = 10n ** 9n;
const TRILLION = 10n ** 12n;
const MOST_TRILLIONS = 999n;

/**
 * Formats a value in US dollars for a narrow place: whole below a billion, then in billions or trillions, rounded down.
 * @param value US dollars with `USD_DECIMALS` decimals; never negative.
 * @returns as in `$9,069.68`, `$1.23 B`, `$1.23 T` or `over $999 T`.
 */
export function formatUsdShort(value: bigint, places = 2): string {
  const dollars = value / DOLLAR;
  if (dollars < BILLION) return formatUsd(value, { places, rounding: 'down' });
  if (dollars > MOST_TRILLIONS * TRILLION) return `over $${MOST_TRILLIONS} T`;
  const [unit, letter] = dollars < TRILLION ? [BILLION, 'B'] : [TRILLION, 'T'];
  return `${formatUsd(value / unit, { places: 2, rounding: 'down' })} ${letter}`;
}
