import { expect, it } from 'vitest';
import { decideSigning, withSignature } from '../signature-log.ts';
import { createEnginePlanner } from './engine-plans.test-setup.ts';
import { honest, sender } from './honest-plans.test-setup.ts';
import type { PrivatePlan } from './plan.ts';
import { privateOrder } from './plan-order.ts';

const { spec, confirmation } = honest.paidTransfer;
const orderOf = (plan: PrivatePlan) => privateOrder('order-1', plan, confirmation.amount);

/** The same nullifiers in another tree, or on another network, are those of other notes. */
function elsewhere(
  plan: PrivatePlan,
  place: Partial<PrivatePlan['parts'][number]['boundParams']>,
): PrivatePlan {
  const parts = plan.parts.map((part) => ({
    ...part,
    boundParams: { ...part.boundParams, ...place },
  }));
  return { ...plan, parts };
}

it('signs one order again only for a note that the first signature uses', async () => {
  const plan = await (await createEnginePlanner(sender)).plan(spec);
  const log = withSignature([], orderOf(plan));
  const dearer = elsewhere(plan, { minGasPrice: 1n });

  expect(decideSigning(log, orderOf(plan))).toBe('sign-again');
  expect(decideSigning(log, orderOf(dearer))).toBe('sign');
  const [tree, chainId] = [7, 43_114];
  expect(decideSigning(log, orderOf(elsewhere(plan, { treeNumber: tree })))).toBe(
    'would-pay-twice',
  );
  expect(decideSigning(log, orderOf(elsewhere(plan, { chainId })))).toBe('would-pay-twice');
});
