import { expect, test } from 'vitest';
import { buildActivity } from '#testing/activity';
import { ALICE, BOB } from '#testing/network';
import type { ActivityTransaction } from '#wire/wallet/history';
import { ACTIVITY_FILTERS, balanceOf, filterOf, isInFilter } from './activity-filter.ts';
import { entriesOf } from './entry.ts';

function filtersOf(mode: 'public' | 'private', more: Partial<ActivityTransaction>) {
  const rows = [{ mode, transaction: buildActivity(more) }];
  const entries = entriesOf(rows, { ownAddresses: [ALICE], swaps: new Map(), claims: [] });
  return entries.flatMap((entry) => ACTIVITY_FILTERS.filter((filter) => isInFilter(entry, filter)));
}

test.each([
  ['public', { type: 'send', direction: 'out' }, ['everything', 'sent']],
  ['public', { type: 'receive' }, ['everything', 'received']],
  ['private', { type: 'internal-transfer' }, ['everything', 'received']],
  ['public', { type: 'shield', direction: 'out' }, ['everything', 'private-moves']],
  [
    'private',
    { type: 'unshield', direction: 'out', to: BOB },
    ['everything', 'sent', 'private-moves'],
  ],
  ['public', { type: 'swap', status: 'pending' }, ['everything', 'swaps', 'in-progress']],
  ['public', { type: 'ramp' }, ['everything', 'buy-and-sell']],
  ['public', { type: 'approve', direction: 'none' }, ['everything']],
] as const)('in the %s balance, %j is under %j', (mode, more, filters) => {
  expect(filtersOf(mode, more)).toEqual(filters);
});

test.each([
  ['sent', 'sent'],
  ['send', 'sent'],
  ['internal-transfer', 'sent'],
  ['receive', 'received'],
  ['unshield', 'private-moves'],
  ['ramp', 'buy-and-sell'],
  ['approve', 'everything'],
  ['nonsense', 'everything'],
  [null, 'everything'],
] as const)('an address with the type %s, old or new, means the filter %s', (type, filter) => {
  expect(filterOf(type)).toBe(filter);
});

test('both balances are listed unless the address says which', () => {
  expect([balanceOf(null), balanceOf('private'), balanceOf('nonsense')]).toEqual([
    'both',
    'private',
    'both',
  ]);
});
