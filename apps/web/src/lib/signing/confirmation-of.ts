import { feeCeiling } from '#domain/operation/fee-ladder';
import type { SendConfirmation } from '#signing/public/check-send-plan';
import type { ShieldConfirmation } from '#signing/public/check-shield-plan';
import { shieldedToken } from '#signing/public/shield-call';
import type { BodyInputOf } from '#wire/contract';
import type { sendTokens } from '#wire/wallet/send-tokens';
import type { shield } from '#wire/wallet/shield';
import type { ToBeSigned } from '#wire/wallet/to-be-signed';

/** What a user confirms and signs. */
export type ConfirmedBody = BodyInputOf<typeof sendTokens> | BodyInputOf<typeof shield>;

/**
 * What the user confirmed, for the signer. Amount and recipient are those of the request, so the plan is compared with
 * them. Token, network and the most that it can cost are the plan's: the signer names the first two from its own list,
 * and draws all three, and the user compares.
 */
export function confirmationOf(
  body: ConfirmedBody,
  { toSign: { public: plan } }: ToBeSigned,
): SendConfirmation | ShieldConfirmation {
  const { call, chainId } = plan;
  const common = { chainId, amount: BigInt(body.amount), feeCeiling: ceilingOf(plan) };
  if (!('recipientAddress' in body)) {
    return { ...common, kind: 'shield', token: shieldedToken(call) };
  }
  return {
    ...{ ...common, kind: 'send', token: call.data === '0x' ? null : call.to.toLowerCase() },
    recipient: body.recipientAddress.toLowerCase(),
  };
}

/** The most that the network may charge for everything that is signed. */
function ceilingOf({ call, approval, fees, rungs }: ToBeSigned['toSign']['public']): bigint {
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
