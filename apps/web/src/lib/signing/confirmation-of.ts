import { feeCeiling } from '#domain/operation/fee-ladder';
import {
  writePrivateConfirmation,
  writePublicConfirmation,
} from '#signing/messages/confirmation-message';
import type { SendConfirmation } from '#signing/public/check-send-plan';
import type { ShieldConfirmation } from '#signing/public/check-shield-plan';
import { shieldedToken } from '#signing/public/shield-call';
import type { PublicPlanOnWire, ToBeSigned } from '#wire/wallet/to-be-signed';
import type { ConfirmedPayment, PublicPayment } from './confirmed-payment.ts';
import { privateConfirmationOf } from './private-confirmation.ts';

/**
 * What the user confirmed, for the signer, which reads it with `readConfirmation`. What they entered is taken from the
 * request, so the plan is compared with it. Token, network and the most that it can cost are the plan's: the signer
 * names the first two from its own list, and draws all three, and the user compares.
 * @returns null when the plan is of another kind of payment than the one that was confirmed, or can't be read
 */
export function confirmationOf(
  payment: ConfirmedPayment,
  { toSign }: Pick<ToBeSigned, 'toSign'>,
): object | null {
  switch (payment.call) {
    case 'send-tokens':
    case 'shield':
      if (!('public' in toSign)) return null;
      return writePublicConfirmation(publicConfirmationOf(payment, toSign.public));
    case 'internal-transfer':
    case 'unshield': {
      if (!('private' in toSign)) return null;
      const confirmation = privateConfirmationOf(payment, toSign.private);
      return confirmation && writePrivateConfirmation(confirmation);
    }
  }
}

function publicConfirmationOf(
  payment: PublicPayment,
  plan: PublicPlanOnWire,
): SendConfirmation | ShieldConfirmation {
  const { call, chainId } = plan;
  const common = { chainId, amount: BigInt(payment.body.amount), feeCeiling: ceilingOf(plan) };
  if (payment.call === 'shield') return { ...common, kind: 'shield', token: shieldedToken(call) };
  return {
    ...{ ...common, kind: 'send', token: call.data === '0x' ? null : call.to.toLowerCase() },
    recipient: payment.body.recipientAddress.toLowerCase(),
  };
}

/** The most that the network may charge for everything that is signed. */
function ceilingOf({ call, approval, fees, rungs }: PublicPlanOnWire): bigint {
  const calls = [
    call,
    ...(approval ? [approval] : []),
    ...(approval?.reset ? [approval.reset] : []),
  ];
  const gas = calls.reduce((sum, each) => sum + BigInt(each.gas), 0n);
  const numbers = {
    maxFeePerGas: BigInt(fees.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(fees.maxPriorityFeePerGas),
    feeCap: BigInt(fees.feeCap),
  };
  return feeCeiling(gas, numbers, rungs);
}
