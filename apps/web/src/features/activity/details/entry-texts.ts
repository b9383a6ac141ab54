import type { BaseUnits } from '#domain/amount/base-units';
import {
  baseUnitsToDisplay,
  formatBaseUnits,
  groupThousands,
} from '#domain/amount/base-units-to-display';
import { t } from '#language/t';
import type { ActivityEntry } from '../entry.ts';
import type { EntryAmount } from '../entry-amounts.ts';
import type { EntryKind } from '../entry-kind.ts';

/** A title with a name in it, which may be written in another direction. */
export interface EntryTitle {
  readonly before: string;
  readonly name: string;
  readonly after: string;
}

interface Titled {
  readonly entry: ActivityEntry;
  /** What the user calls the other side, or its short address; null when no one is known. */
  readonly name: string | null;
  /** The amount that was requested, as in `250 USDC`; only the symbol while figures are hidden. */
  readonly what: string;
  readonly isCancelled: boolean;
}

/** @returns what the user did or received, in words */
export function entryTitle({ entry, name, what, isCancelled }: Titled): EntryTitle {
  const { kind, status } = entry;
  if (kind === 'swap') return plain(swapTitle(entry));
  if (kind === 'sent') return sentTitle({ status, name, what, isCancelled });
  if (kind === 'received') return receivedTitle({ status, name, what });
  if (isCancelled)
    return plain(`You cancelled making ${what} ${kind === 'made-private' ? 'private' : 'public'}`);
  return plain(titles[kind](what)[entry.isInProgress ? 'pending' : status]);
}

type Titles = Readonly<Record<ActivityEntry['status'], string>>;

const titles: Readonly<
  Record<Exclude<EntryKind, 'sent' | 'received' | 'swap'>, (what: string) => Titles>
> = {
  'made-private': (what) => ({
    pending: t('Making {what} private', { what }),
    success: t('You made {what} private', { what }),
    failed: t('Making {what} private didn’t work', { what }),
  }),
  'made-public': (what) => ({
    pending: t('Making {what} public', { what }),
    success: t('You made {what} public', { what }),
    failed: t('Making {what} public didn’t work', { what }),
  }),
  buy: (what) => ({
    pending: t('Buying {what}', { what }),
    success: t('You bought {what}', { what }),
    failed: t('Your purchase wasn’t completed'),
  }),
  sell: (what) => ({
    pending: t('Selling {what}', { what }),
    success: t('You sold {what}', { what }),
    failed: t('Your sale wasn’t completed'),
  }),
  'sale-returned': (what) => always(t('{what} came back from a sale', { what })),
  approval: (what) => always(t('Approval of {what}', { what })),
  'nonce-fill': () => always(t('Account cleared for waiting payments')),
  other: () => always(t('Other transaction')),
};

function always(title: string): Titles {
  return { pending: title, success: title, failed: title };
}

function sentTitle({
  status,
  name,
  what,
  isCancelled,
}: Pick<Titled, 'name' | 'what' | 'isCancelled'> & Pick<ActivityEntry, 'status'>): EntryTitle {
  const to = name ?? '';
  if (isCancelled) return withName(t('You cancelled a payment'), to, ' to ');
  if (status === 'failed') {
    return { ...withName(t('Your payment'), to, ' to '), after: ' didn’t go through' };
  }
  const verb = status === 'pending' ? t('Sending') : t('You sent');
  return name === null ? plain(`${verb} ${what}`) : { before: `${verb} `, name, after: ` ${what}` };
}

function receivedTitle({
  status,
  name,
  what,
}: Pick<Titled, 'name' | 'what'> & Pick<ActivityEntry, 'status'>): EntryTitle {
  if (name === null)
    return plain(`${status === 'pending' ? t('Receiving') : t('You received')} ${what}`);
  const verb = status === 'pending' ? 'is sending' : 'sent';
  return { before: '', name, after: ` ${verb} you ${what}` };
}

function swapTitle({ amount, second, swap }: ActivityEntry): string {
  const sold = swap?.swaps[0]?.from.symbol ?? second?.token;
  const bought = swap?.swaps.at(-1)?.to.symbol ?? amount.token;
  return sold === undefined || sold === bought
    ? t('Swap')
    : t('Swap {sold} to {bought}', { sold, bought });
}

function withName(text: string, name: string, link: string): EntryTitle {
  return name === '' ? plain(text) : { before: `${text}${link}`, name, after: '' };
}

function plain(before: string): EntryTitle {
  return { before, name: '', after: '' };
}

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
  return !isOwnMove && otherAmounts(entry).length > 0 ? t('{text} and more', { text }) : text;
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
  return `${groupThousands(shortDisplay(amount))} ${amount.token}`;
}

/** @returns the exact amount, as in `0.973737185463244701 AVAX`; null when the page shows it anyway */
export function exactAmount(amount: Figure & Pick<EntryAmount, 'token'>): string | null {
  const exact = baseUnitsToDisplay(amount.units, amount.decimals);
  return exact === shortDisplay(amount) ? null : `${groupThousands(exact)} ${amount.token}`;
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
  const text = groupThousands(places === 0 ? whole : `${whole}.${fraction.padEnd(places, '0')}`);
  if (direction === 'none' || amount.units === 0n) return text;
  return `${direction === 'in' ? '+' : '−'}${text}`;
}
