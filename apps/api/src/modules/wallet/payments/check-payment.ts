import { checkSendPlan } from '#signing/public/check-send-plan';
import type { PublicPlan } from '#signing/public/plan';
import type { CheckedPlan } from '#signing/public/plan-check';
import { ceilingOf } from '#signing/public/planned-calls';
import type { Payment } from './parse-payment.ts';

/**
 * Compares what is about to be signed with what was requested, as a wallet does that signs for itself. No request says
 * what a payment may cost; what is held for it is what the plan costs.
 */
export function checkPayment(
  plan: PublicPlan,
  { network, token, recipient, amount, sender }: Omit<Payment, 'fingerprint' | 'feeToken'>,
): CheckedPlan {
  const { chainId } = network;
  const feeCeiling = ceilingOf(plan);
  const paid = { chainId, token: token.address, recipient, amount, feeCeiling };
  return checkSendPlan(plan, { kind: 'send', ...paid }, sender);
}
