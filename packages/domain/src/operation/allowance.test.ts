import { expect, it } from 'vitest';
import { ALICE, BOB, KAX, POL } from '#testing/network';
import { buildDetails, buildShield } from '#testing/operation';
import { sharesAllowance, usesAllowance } from './allowance.ts';
import type { OperationDetails } from './operation.ts';

const swap = (more: Partial<OperationDetails> = {}) => buildDetails({ kind: 'swap', ...more });

it('a shield and a step of a swap use an allowance, unless they pay with the native coin', () => {
  expect([swap(), buildShield()].map(usesAllowance)).toEqual([true, true]);
  expect([buildDetails(), swap({ tokenId: POL.id })].map(usesAllowance)).toEqual([false, false]);
});

it.each<[string, OperationDetails, OperationDetails, boolean]>([
  ['two swaps through one contract', swap(), swap({ recipient: BOB }), true],
  ['two swaps through two contracts', swap(), swap({ recipient: ALICE }), false],
  ['two shields', buildShield(), buildShield(), true],
  ['a shield and a swap', buildShield(), swap(), false],
  ['two payments', buildDetails(), buildDetails(), false],
  ['swaps of two tokens', swap(), swap({ tokenId: KAX.id }), false],
  ['swaps of two accounts', swap(), swap({ account: BOB }), false],
  ['swaps on two chains', swap(), swap({ chainId: 1 }), false],
])('two operations can use one allowance: %s', (_what, one, other, expected) => {
  expect(sharesAllowance(one, other)).toBe(expected);
});
