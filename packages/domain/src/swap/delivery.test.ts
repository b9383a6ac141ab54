import { expect, it } from 'vitest';
import { ALICE, BOB } from '#testing/network';
import { toBaseUnits } from '../amount/base-units.ts';
import {
  DELIVERY_SOUGHT_FOR_MS,
  type FinalPayment,
  isDelivery,
  isSoughtInVain,
} from './delivery.ts';

const createdAt = new Date('2026-03-01T12:00:00Z');
const after = (ms: number) => new Date(createdAt.getTime() + ms);
const swap = { account: ALICE, minimumReceived: toBaseUnits(100n), createdAt };

const pay = (more: Partial<FinalPayment> = {}): FinalPayment => ({
  ...{ units: toBaseUnits(100n), at: after(1), sender: BOB },
  ...more,
});

it.each<[string, FinalPayment, boolean]>([
  ['what was agreed', pay(), true],
  ['less than was agreed', pay({ units: toBaseUnits(99n) }), false],
  ['a payment from before the swap', pay({ at: after(-300_001) }), false],
  ['a payment whose block is a little behind our clock', pay({ at: after(-300_000) }), true],
  ['what the account itself did', pay({ sender: ALICE }), false],
])('a delivery from another chain is checked: %s', (_what, payment, expected) => {
  expect(isDelivery(swap, payment, true)).toBe(expected);
});

it('the last step on its own chain is what the account itself did', () => {
  expect(isDelivery(swap, pay({ sender: ALICE }), false)).toBe(true);
  expect(isDelivery(swap, pay(), false)).toBe(false);
});

it('is looked for during an hour', () => {
  expect(isSoughtInVain(createdAt, after(DELIVERY_SOUGHT_FOR_MS - 1))).toBe(false);
  expect(isSoughtInVain(createdAt, after(DELIVERY_SOUGHT_FOR_MS))).toBe(true);
});
