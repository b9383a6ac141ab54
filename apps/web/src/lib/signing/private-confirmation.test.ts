import { beforeAll, describe, expect, test } from 'vitest';
import { readPrivateConfirmation } from '#signing/messages/confirmation-message';
import { checkPrivatePlan } from '#signing/private/check-plan';
import { createEnginePlanner } from '#signing/private/engine-plans.test-setup';
import {
  type Honest,
  honest,
  MALLORYS,
  mallory,
  RELAY_ADAPT,
  sender,
} from '#signing/private/honest-plans.test-setup';
import { readPrivatePlan, writePrivatePlan } from '#signing/private/plan-json';
import { confirmationOf } from './confirmation-of.ts';
import type { PrivatePayment } from './confirmed-payment.ts';

let planner: Awaited<ReturnType<typeof createEnginePlanner>>;
beforeAll(async () => {
  planner = await createEnginePlanner(sender);
});

/** What the app sends for it. */
function paymentOf({ confirmation }: Honest): PrivatePayment {
  const { kind, amount, recipient } = confirmation;
  const common = { tokenId: 'polygon-usdc', amount: amount.toString() };
  const body = { ...common, recipientAddress: recipient };
  if (kind !== 'transfer') {
    const coin = { isNative: kind === 'unshield-native' };
    return { call: 'unshield', body, coin };
  }
  const { memo, showSender: showsSender } = confirmation;
  const senderAddress = sender.privateAddress;
  const message = memo === null ? {} : { message: ` ${memo} ` };
  return { call: 'internal-transfer', body: { ...body, senderAddress, ...message, showsSender } };
}

async function offered({ spec }: Honest) {
  return JSON.parse(JSON.stringify(writePrivatePlan(await planner.plan(spec))));
}

/** What the signer says to a plan, compared with what the app makes of what its user confirmed. */
async function checkIn(payment: PrivatePayment, json: Record<string, unknown>) {
  const toSign = { planId: 'plan-1', expiresAt: '', private: json };
  const confirmation = readPrivateConfirmation(confirmationOf(payment, { toSign }));
  const plan = readPrivatePlan(json);
  if (plan === null) throw new Error('The plan can’t be read.');
  const trusted = { keys: sender, contracts: { relayAdapt: RELAY_ADAPT } };
  const check = await checkPrivatePlan(plan, confirmation, trusted);
  return { confirmation, problem: check.ok ? null : check.check };
}

describe('what the app says that its user confirmed', () => {
  test.each<Honest>(Object.values(honest))(
    'is what the plan does that RAILGUN’s software makes of it: $name',
    async (plan) => {
      const { confirmation, problem } = await checkIn(paymentOf(plan), await offered(plan));
      expect(confirmation).toEqual(plan.confirmation);
      expect(problem).toBeNull();
    },
  );

  test.each<Honest>(Object.values(honest))(
    'refuses a plan for someone else: $name',
    async (plan) => {
      const payment = paymentOf(plan);
      const isTransfer = payment.call === 'internal-transfer';
      const recipientAddress = isTransfer ? mallory.privateAddress : MALLORYS;
      const body = { ...payment.body, recipientAddress };
      const { problem } = await checkIn(
        { ...payment, body } as PrivatePayment,
        await offered(plan),
      );
      expect(['recipient', 'binding']).toContain(problem);
    },
  );

  test('refuses a wrapped coin where the coin itself was chosen, and the other way round', async () => {
    const unwrapped = { ...paymentOf(honest.native), coin: { isNative: false } } as PrivatePayment;
    const { problem } = await checkIn(unwrapped, await offered(honest.native));
    expect(problem).toBe('recipient');
    const wrapped = { ...paymentOf(honest.unshield), coin: { isNative: true } } as PrivatePayment;
    const other = await checkIn(wrapped, await offered(honest.unshield));
    expect(other.problem).toBe('recipient');
  });
});
