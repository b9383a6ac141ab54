import type { BaseUnits } from '#domain/amount/base-units';
import { feeCeiling } from '#domain/operation/fee-ladder';
import { type Refusal, refuse } from '../../../application/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { PreparedCommand } from '../../../ports/operations.ts';
import type { PreparedTransfer, PublicChain } from '../../../ports/public-chain.ts';
import type { Payment } from './parse-payment.ts';

/** A payment with all that the chain says of it; nothing is held, signed or stored yet. */
export interface PreparedPayment {
  readonly payment: Payment;
  readonly transfer: PreparedTransfer;
  readonly chainState: PreparedCommand['chainState'];
  readonly estimatedFee: BaseUnits;
  readonly feeCeiling: BaseUnits;
}

/**
 * Reads balances and nonce, simulates the transfer and prices it: three calls at once, before any transaction.
 * @returns the prepared payment, or the refusal when the chain would not take it. Rejects with `ChainUnavailable`.
 */
export async function preparePayment(
  { chain, clock }: { readonly chain: PublicChain; readonly clock: Pick<Clock, 'now'> },
  payment: Payment,
): Promise<
  | { readonly ok: true; readonly payment: PreparedPayment }
  | { readonly ok: false; readonly refusal: Refusal }
> {
  const { token, feeToken, sender: from, recipient: to, amount } = payment;
  const readAt = clock.now();
  const [[tokenBalance, nativeBalance], transactionCount, prepared] = await Promise.all([
    readBalances(chain, payment),
    chain.transactionCount(from, 'latest'),
    chain.prepareTransfer({ token, from, to, amount }),
  ]);
  if (amount > tokenBalance) return { ok: false, refusal: refuse('amount-above-balance') };
  if (!prepared.ok) {
    const isShort = prepared.reason === 'insufficient-funds';
    const refusal = isShort
      ? refuse('not-enough-for-fee', {
          sentence: `You don’t have enough ${feeToken.symbol} for the network fee.`,
        })
      : refuse('transaction-would-fail');
    return { ok: false, refusal };
  }
  const transfer = prepared.prepared;
  return {
    ok: true,
    payment: {
      payment,
      transfer,
      chainState: { readAt, tokenBalance, nativeBalance, transactionCount },
      estimatedFee: transfer.expectedFee,
      feeCeiling: feeCeiling(transfer.gas, transfer.fees),
    },
  };
}

async function readBalances(
  chain: PublicChain,
  { token, feeToken, sender }: Payment,
): Promise<readonly [token: BaseUnits, native: BaseUnits]> {
  const isNative = token.id === feeToken.id;
  const balances = await chain.balances(sender, isNative ? [feeToken] : [feeToken, token]);
  const native = balances[0];
  const ofToken = isNative ? native : balances[1];
  if (native === undefined || ofToken === undefined) {
    throw new Error(`Chain ${chain.chainId} answered with fewer balances than it was asked for.`);
  }
  return [ofToken, native];
}
