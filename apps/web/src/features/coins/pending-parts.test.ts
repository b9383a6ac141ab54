import { expect, test } from 'vitest';
import type { Coin } from '#wire/wallet/coin';
import { pendingParts, pendingText } from './pending-parts.ts';

const NOW = new Date(2026, 0, 2, 14, 0).getTime();
const at = (hours: number, minutes: number, day = 2) =>
  new Date(2026, 0, day, hours, minutes).toISOString();

const part = (values: Partial<Coin['pending'][number]>): Coin['pending'][number] => ({
  baseUnits: '1',
  reason: 'arriving',
  until: null,
  operationId: null,
  ...values,
});

test('amounts pending for the same reason are summed, until the latest time', () => {
  const pending = [
    part({ baseUnits: '2', until: at(14, 5) }),
    part({ baseUnits: '7', reason: 'change', until: at(15, 0) }),
    part({ baseUnits: '3', until: at(14, 32) }),
  ];
  expect(pendingParts({ pending })).toEqual([
    { reason: 'arriving', units: 5n, until: Date.parse(at(14, 32)) },
    { reason: 'change', units: 7n, until: Date.parse(at(15, 0)) },
  ]);
});

test('one amount without a known time makes the time of the sum unknown', () => {
  const parts = pendingParts({ pending: [part({ until: at(14, 5) }), part({ until: null })] });
  expect(parts.map((one) => pendingText(one, NOW))).toEqual([
    'pending: arriving, spendable once confirmed',
  ]);
});

test.each([
  ['arriving', 'pending: arriving, spendable once confirmed'],
  ['change', 'pending: change from a payment in progress, spendable once confirmed'],
  ['checking', 'pending: being checked for stolen money, this can take a while'],
] as const)(
  'it says why the amount is pending, and without a known time the event it is waiting for, or that it can take a while: %s',
  (reason, says) => {
    const parts = pendingParts({ pending: [part({ reason })] });
    expect(parts.map((one) => pendingText(one, NOW))).toEqual([says]);
  },
);

test.each([
  [at(14, 32), 'spendable around 14:32'],
  [at(2, 5, 3), 'spendable around 3 Jan, 02:05'],
  [at(13, 59), 'spendable any moment now'],
])('it says when the amount becomes spendable: %s', (until, says) => {
  const [one] = pendingParts({ pending: [part({ until })] });
  expect(one && pendingText(one, NOW)).toBe(`pending: arriving, ${says}`);
});
