import { t } from '#language/t';
import type { ActivityEntry } from './entry.ts';
import type { EntryKind } from './entry-kind.ts';

/** Which balances are listed. */
export const BALANCES = ['both', 'public', 'private'] as const;

export type Balance = (typeof BALANCES)[number];

/** What the list can be narrowed to, as the address of the page has it. */
export const ACTIVITY_FILTERS = [
  'everything',
  'sent',
  'received',
  'private-moves',
  'swaps',
  'buy-and-sell',
  'in-progress',
] as const;

export type ActivityFilter = (typeof ACTIVITY_FILTERS)[number];

export const labelByFilter: Readonly<Record<ActivityFilter, string>> = {
  everything: t('Everything'),
  sent: t('Sent'),
  received: t('Received'),
  'private-moves': t('Private moves'),
  swaps: t('Swaps'),
  'buy-and-sell': t('Buy and sell'),
  'in-progress': t('In progress'),
};

/** Types of transactions, which addresses of this page had before there were filters. */
const FILTER_BY_TYPE: ReadonlyMap<string, ActivityFilter> = new Map([
  ['send', 'sent'],
  ['internal-transfer', 'sent'],
  ['receive', 'received'],
  ['shield', 'private-moves'],
  ['unshield', 'private-moves'],
  ['swap', 'swaps'],
  ['ramp', 'buy-and-sell'],
]);

/** @returns the filter that `type` in the address of the page stands for; `everything` for an unknown one */
export function filterOf(type: string | null): ActivityFilter {
  const known = ACTIVITY_FILTERS.find((filter) => filter === type);
  return known ?? FILTER_BY_TYPE.get(type ?? '') ?? 'everything';
}

/** @returns the balance in the address of the page; `both` for an unknown one */
export function balanceOf(text: string | null): Balance {
  return BALANCES.find((balance) => balance === text) ?? 'both';
}

/** @returns whether an entry is shown under a filter */
export function isInFilter(entry: ActivityEntry, filter: ActivityFilter): boolean {
  switch (filter) {
    case 'everything':
      return true;
    case 'in-progress':
      return entry.isInProgress;
    case 'private-moves':
      return KINDS[filter].includes(entry.kind) || isPaidOutOfThePool(entry);
    default:
      return KINDS[filter].includes(entry.kind);
  }
}

const KINDS: Readonly<
  Record<Exclude<ActivityFilter, 'everything' | 'in-progress'>, readonly EntryKind[]>
> = {
  sent: ['sent'],
  received: ['received'],
  'private-moves': ['made-private', 'made-public'],
  swaps: ['swap'],
  'buy-and-sell': ['buy', 'sell', 'sale-returned'],
};

/** An unshield to someone else is a payment, and a move all the same. */
function isPaidOutOfThePool({ kind, type }: ActivityEntry): boolean {
  return kind === 'sent' && type === 'unshield';
}
