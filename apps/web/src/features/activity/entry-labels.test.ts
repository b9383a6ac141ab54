import { expect, test } from 'vitest';
import { sentenceOfCancellation, sentenceOfEnd } from '#domain/operation/failure-sentence';
import { buildActivity } from '#testing/activity';
import { ALICE } from '#testing/network';
import type { ActivityTransaction } from '#wire/wallet/history';
import { entriesOf } from './entry.ts';
import { groupByDay } from './entry-days.ts';
import {
  amountText,
  badgeOf,
  hasArrived,
  hasMovedNothing,
  titleOf,
  typeLabelOf,
} from './entry-labels.ts';
import type { EntryRow } from './entry-row.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
type More = Partial<ActivityTransaction>;

function entryOf(more: More, mode: EntryRow['mode'] = 'public') {
  const rows = [{ mode, transaction: buildActivity(more) }];
  const [entry] = entriesOf(rows, { ownAddresses: [ALICE], swaps: new Map(), claims: [] });
  if (entry === undefined) throw new Error('One row makes an entry.');
  return entry;
}

test.each([
  [{ direction: 'in', amountBaseUnits: '1975000000' }, '+1,975.0000'],
  [{ type: 'send', direction: 'out', amountBaseUnits: '250000000' }, '−250.0000'],
  [{ type: 'send', direction: 'out', amountBaseUnits: '1999' }, '−0.0019'],
  [{ type: 'send', direction: 'out', amountBaseUnits: '0' }, '0.0000'],
  [{ type: 'approve', direction: 'none', amountBaseUnits: '5000000' }, '5.0000'],
  [{ type: 'shield', direction: 'out', amountBaseUnits: '5000000' }, '5.0000'],
] as const)(
  'an amount is signed and truncated to four decimals (§9), but for moves: %j',
  (more, text) => {
    expect(amountText(entryOf(more).amount)).toBe(text);
  },
);

test.each([
  [{ status: 'success' }, 'Success'],
  [{ status: 'failed' }, 'Failed'],
  [{ status: 'pending', progress: { done: 38, of: 64 } }, 'Finalizing…'],
  [{ status: 'pending' }, 'Pending'],
  [{ status: 'pending', spendableAt: '2026-11-21T12:07:30.000Z' }, 'Spendable in 8 min'],
  [{ status: 'pending', spendableAt: '2026-11-21T11:00:00.000Z' }, 'Spendable in 1 min'],
] as const)('an entry shows its status as a short label: %j', (more, text) => {
  expect(badgeOf(entryOf(more), NOW).text).toBe(text);
});

test.each([
  [sentenceOfEnd('cancelled'), 'Cancelled'],
  [sentenceOfCancellation('user'), 'Cancelled'],
  [sentenceOfCancellation('expired'), 'Expired'],
  [sentenceOfEnd('reverted'), 'Failed'],
])('what ended with “%s” is marked %s', (failure, text) => {
  expect(badgeOf(entryOf({ status: 'failed', failure }), NOW).text).toBe(text);
});

const order = {
  orderId: 'order-1',
  side: 'BUY',
  status: 'processing',
  fiatAmount: '100',
  fiatCurrency: 'USD',
} as const;

test.each([
  ['BUY', 'none', 'Buy USDC'],
  ['BUY', 'in', 'Buy USDC'],
  ['SELL', 'none', 'Sell USDC'],
  ['SELL', 'out', 'Sell USDC'],
  ['SELL', 'in', 'Sale returned'],
] as const)('a ramp of side %s with direction %s is called %s', (side, direction, title) => {
  expect(titleOf(entryOf({ type: 'ramp', direction, ramp: { ...order, side } }))).toBe(title);
});

test('an order has the status reported by the partner, unless its own payment failed', () => {
  const ordered = { type: 'ramp', direction: 'none', status: 'pending', ramp: order } as const;
  expect(badgeOf(entryOf(ordered), NOW)).toEqual({
    tone: 'accent',
    icon: 'waiting',
    text: 'Processing',
  });
  const over = { ...ordered, status: 'failed', ramp: { ...order, status: 'expired' } } as const;
  expect(badgeOf(entryOf(over), NOW).text).toBe('Expired');
  expect(badgeOf(entryOf({ ...over, direction: 'out' }), NOW).text).toBe('Failed');
});

test.each([
  [{ type: 'send', direction: 'out', to: null }, 'public', 'Unknown recipient', 'Send'],
  [{ type: 'internal-transfer', from: null }, 'private', 'Unknown sender', 'Receive'],
  [{ type: 'internal-transfer', direction: 'out' }, 'private', null, 'Internal Transfer'],
  [{ type: 'shield', direction: 'out' }, 'public', 'Make private', 'Shield'],
  [{ type: 'unshield', direction: 'out', to: ALICE }, 'private', 'Make public', 'Unshield'],
  [{ type: 'swap', direction: 'out' }, 'public', 'Swap USDC', 'Swap'],
  [{ type: 'approve', direction: 'none' }, 'public', 'Approval for USDC', 'Approval'],
] as const)('%j in the %s balance is titled %s, and is a %s', (more, mode, title, label) => {
  const entry = entryOf(more, mode);
  expect([titleOf(entry), typeLabelOf(entry)]).toEqual([title, label]);
});

test('money has arrived when it is final: not what is pending, left, or only changed balances', () => {
  expect(hasArrived(entryOf({}))).toBe(true);
  expect(hasArrived(entryOf({ status: 'pending' }))).toBe(false);
  expect(hasArrived(entryOf({ type: 'send', direction: 'out' }))).toBe(false);
  expect(hasArrived(entryOf({ type: 'shield' }, 'private'))).toBe(true);
  expect(hasArrived(entryOf({ type: 'shield', operationId: 'one' }, 'private'))).toBe(false);
});

test('what failed with nothing moved says so; what failed midway doesn’t', () => {
  const failed = { type: 'send', direction: 'out', status: 'failed', failure: 'No.' } as const;
  expect(hasMovedNothing(entryOf({ ...failed, amountBaseUnits: '0' }))).toBe(true);
  expect(hasMovedNothing(entryOf({ ...failed, amountBaseUnits: '5' }))).toBe(false);
});

test('entries are grouped by day, with the year unless it is the current one', () => {
  const dates = [
    '2026-11-21T10:00',
    '2026-11-21T09:00',
    '2026-11-20T10:00',
    '2026-11-12T10:00',
    '2025-11-12T10:00',
  ];
  const groups = groupByDay(
    dates.map((date) => entryOf({ date: `${date}:00.000Z` })),
    NOW,
  );
  expect(groups.map(({ day, entries }) => [day, entries.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['12 November', 1],
    ['12 November 2025', 1],
  ]);
});
