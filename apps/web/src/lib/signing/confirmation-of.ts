import { feeCeiling } from '#domain/operation/fee-ladder';
import type { SendConfirmation } from '#signing/public/check-send-plan';
import type { BodyInputOf } from '#wire/contract';
import type { sendTokens } from '#wire/wallet/send-tokens';
import type { ToBeSigned } from '#wire/wallet/to-be-signed';

/**
 * What the user confirmed, for the signer. Amount and recipient are those of the request, so the plan is compared with
 * them. Token, network and the most that it can cost are the plan's: the signer names the first two from its own list,
 * and draws all three, and the user compares.
 */
export function sendConfirmation(
  { amount, recipientAddress }: BodyInputOf<typeof sendTokens>,
  { toSign }: ToBeSigned,
): SendConfirmation {
  const { call, chainId, fees, rungs } = toSign.public;
  const numbers = {
    maxFeePerGas: BigInt(fees.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(fees.maxPriorityFeePerGas),
    feeCap: BigInt(fees.feeCap),
  };
  return {
    kind: 'send',
    chainId,
    token: call.data === '0x' ? null : call.to.toLowerCase(),
    recipient: recipientAddress.toLowerCase(),
    amount: BigInt(amount),
    feeCeiling: feeCeiling(BigInt(call.gas), numbers, rungs),
  };
}
