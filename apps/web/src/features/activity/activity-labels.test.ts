import { expect, test } from 'vitest';
import { buildActivity } from '#testing/activity';
import { amountText, groupByDay, statusOf, titleOf } from './activity-labels.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');

test.each([
  [{ direction: 'in', amountBaseUnits: '1975000000' } as const, '+1,975.0000'],
  [{ direction: 'out', amountBaseUnits: '250000000' } as const, '−250.0000'],
  [{ direction: 'out', amountBaseUnits: '1999' } as const, '−0.0019'],
  [{ direction: 'out', amountBaseUnits: '0' } as const, '0.0000'],
  [{ direction: 'none', amountBaseUnits: '5000000' } as const, '5.0000'],
])('an amount is signed and truncated to four decimals (§9): %j', (more, text) => {
  expect(amountText(buildActivity(more))).toBe(text);
});

test.each([
  [{ status: 'success' } as const, 'Success'],
  [{ status: 'failed' } as const, 'Failed'],
  [{ status: 'pending', progress: { done: 38, of: 64 } } as const, 'Finalizing…'],
  [{ status: 'pending' } as const, 'Pending'],
  [{ status: 'pending', spendableAt: '2026-11-21T12:07:30.000Z' } as const, 'Spendable in 8 min'],
  [{ status: 'pending', spendableAt: '2026-11-21T11:00:00.000Z' } as const, 'Spendable in 1 min'],
])('a row shows its status as a short label: %j', (more, text) => {
  expect(statusOf(buildActivity(more), NOW).text).toBe(text);
});

const order = {
  orderId: 'order-1',
  side: 'BUY',
  status: 'processing',
  fiatAmount: '100',
  fiatCurrency: 'USD',
} as const;

test.each([
  ['BUY', 'none', 'Buy'],
  ['BUY', 'in', 'Buy'],
  ['SELL', 'none', 'Sell'],
  ['SELL', 'out', 'Sell'],
  ['SELL', 'in', 'Sale returned'],
] as const)('a ramp of side %s with direction %s is called %s', (side, direction, title) => {
  const ramp = { ...order, side };
  expect(titleOf(buildActivity({ type: 'ramp', direction, ramp }))).toBe(title);
});

test('an order has the status reported by the partner, unless its own payment failed', () => {
  const ordered = buildActivity({
    type: 'ramp',
    direction: 'none',
    status: 'pending',
    ramp: order,
  });
  expect(statusOf(ordered, NOW)).toEqual({ tone: 'accent', icon: 'waiting', text: 'Processing' });
  const expired = { ...order, status: 'expired' } as const;
  const over = { ...ordered, status: 'failed', ramp: expired } as const;
  expect(statusOf(over, NOW).text).toBe('Expired');
  expect(statusOf({ ...over, direction: 'out' }, NOW).text).toBe('Failed');
});

test('rows are grouped by day, with the year unless it is the current one', () => {
  const dates = [
    '2026-11-21T10:00',
    '2026-11-21T09:00',
    '2026-11-20T10:00',
    '2026-11-12T10:00',
    '2025-11-12T10:00',
  ];
  const groups = groupByDay(
    dates.map((date, index) => buildActivity({ id: String(index), date: `${date}:00.000Z` })),
    NOW,
  );
  expect(groups.map(({ day, transactions }) => [day, transactions.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['12 November', 1],
    ['12 November 2025', 1],
  ]);
});
