import type { BaseUnits } from '#domain/amount/base-units';
import { baseUnitsToDisplay, formatBaseUnits } from '#domain/amount/base-units-to-display';
import { t } from '#language/t';
import { localAmount, localFigure } from '../../../lib/local-figure.ts';
import type { ActivityEntry } from '../entry.ts';
import type { EntryAmount } from '../entry-amounts.ts';

/**
 * @returns the amount that an entry is about, as in `250 USDC`: what was requested where the user requested it, else
 *   what moved; only its symbol while figures are hidden
 */
export function whatText(
  entry: ActivityEntry,
  { requested, isHidden }: { readonly requested: BaseUnits | null; readonly isHidden: boolean },
): string {
  const { amount, sums, kind } = entry;
  const isOwnMove = kind === 'made-private' || kind === 'made-public';
  const left = isOwnMove ? sums.find(({ direction }) => direction === 'out') : undefined;
  const { units, ...token } = left ?? amount;
  const shown = requested ?? units;
  const isShort = isHidden || shown === 0n;
  const text = isShort ? token.token : amountWithSymbol({ ...token, units: shown });
  return !isOwnMove && otherAmounts(entry).length > 0
    ? t('{amount} and more', { amount: text })
    : text;
}

/** @returns what else moved the same way: one transaction can carry several tokens */
export function otherAmounts({ amount, sums, kind }: ActivityEntry): readonly EntryAmount[] {
  if (kind === 'swap') return [];
  return sums.filter(
    ({ mode, direction, tokenId }) =>
      mode === amount.mode && direction === amount.direction && tokenId !== amount.tokenId,
  );
}

type Figure = Pick<EntryAmount, 'units' | 'decimals'>;

/** @returns an amount as the page shows it, as in `1,250.5 USDC` */
export function amountWithSymbol(amount: Figure & Pick<EntryAmount, 'token'>): string {
  return localAmount(shortDisplay(amount), amount.token);
}

/** @returns the exact amount, as in `0.973737185463244701 AVAX`; null when the page shows it anyway */
export function exactAmount(amount: Figure & Pick<EntryAmount, 'token'>): string | null {
  const exact = baseUnitsToDisplay(amount.units, amount.decimals);
  return exact === shortDisplay(amount) ? null : localAmount(exact, amount.token);
}

/** More decimals than these are worth nothing, and hard to read. */
const PLACES = 6;
const CENTS = 2;

/** Truncated, unless nothing would be left. */
function shortDisplay({ units, decimals }: Figure): string {
  const exact = baseUnitsToDisplay(units, decimals);
  const [, fraction = ''] = exact.split('.');
  if (fraction.length <= PLACES) return exact;
  const short = formatBaseUnits(units, decimals, { places: PLACES, rounding: 'down' });
  return /[1-9]/.test(short) ? short.replace(/\.?0+$/, '') : exact;
}

/** @returns a signed figure with two decimals or more, as in `+40.00`; unsigned when nothing moved */
export function figureText({ direction, ...amount }: EntryAmount): string {
  const [whole = '0', fraction = ''] = shortDisplay(amount).split('.');
  const places = Math.min(CENTS, amount.decimals);
  const text = localFigure(places === 0 ? whole : `${whole}.${fraction.padEnd(places, '0')}`);
  if (direction === 'none' || amount.units === 0n) return text;
  return `${direction === 'in' ? '+' : '−'}${text}`;
}
