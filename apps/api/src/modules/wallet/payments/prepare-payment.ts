import type { BaseUnits } from '#domain/amount/base-units';
import { feeCeiling } from '#domain/operation/fee-ladder';
import { type Refusal, refuse } from '../../../application/call.ts';
import { refuseNetworkFee } from '../../../application/refuse-submission.ts';
import type { Preparation } from '../../../operations/submit-operation.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { PublicChain } from '../../../ports/public-chain.ts';
import type { Payment } from './parse-payment.ts';

export interface PreparePaymentPorts {
  /** By chain id. */
  readonly chains: ReadonlyMap<number, PublicChain>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Reads balances and nonce, simulates the transfer and prices it: three parallel calls, before any transaction.
 * @returns the prepared payment, or the refusal when the chain would reject it. Rejects with `ChainUnavailable`.
 */
export async function preparePayment(
  { chains, clock }: PreparePaymentPorts,
  payment: Payment,
): Promise<Preparation<Refusal>> {
  const { network, token, feeToken, sender: from, recipient: to, amount } = payment;
  const { chainId } = network;
  const chain = chains.get(chainId);
  if (chain === undefined) throw new Error(`There is no chain ${chainId}.`);
  const readAt = clock.now();
  const [[tokenBalance, nativeBalance], transactionCount, transfer] = await Promise.all([
    readBalances(chain, payment),
    chain.transactionCount(from, 'latest'),
    chain.prepareTransfer({ token, from, to, amount }),
  ]);
  if (amount > tokenBalance) return { ok: false, refusal: refuse('amount-above-balance') };
  if (!transfer.ok) {
    const isFeeMissing = transfer.reason === 'insufficient-funds';
    const refusal = isFeeMissing
      ? refuseNetworkFee(feeToken, null)
      : refuse('transaction-would-fail');
    return { ok: false, refusal };
  }
  const { gas, fees, expectedFee, ...call } = transfer.prepared;
  return {
    ok: true,
    prepared: {
      kind: 'send',
      chainId,
      account: from,
      recipient: to,
      tokenId: token.id,
      amount,
      feeToken,
      pool: null,
      approval: null,
      call: { ...call, gas },
      fees,
      estimatedFee: expectedFee,
      feeCeiling: feeCeiling(gas, fees),
      chainState: { readAt, tokenBalance, nativeBalance, transactionCount },
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
    throw new Error(`Chain ${chain.chainId} returned fewer balances than requested.`);
  }
  return [ofToken, native];
}
