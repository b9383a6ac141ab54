import type { Funds } from '#domain/operation/check-funds';
import { type Refusal, refuse } from '../../../application/call.ts';
import { refuseNetworkFee, refuseTransfer } from '../../../application/refuse-submission.ts';
import type { Preparation } from '../../../operations/submission.ts';
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
  const [{ blockNumber, tokenBalance, nativeBalance }, transactionCount, transfer] =
    await Promise.all([
      readBalances(chain, payment),
      chain.transactionCount(from, 'latest'),
      chain.prepareTransfer({ token, from, to, amount }),
    ]);
  if (amount > tokenBalance) return { ok: false, refusal: refuse('amount-above-balance') };
  if (!transfer.ok) return { ok: false, refusal: refusalOf(transfer.reason, payment) };
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
      chainState: { readAt, blockNumber, tokenBalance, nativeBalance, transactionCount },
    },
  };
}

function refusalOf(
  reason: 'insufficient-funds' | 'would-revert' | 'returned-false',
  { token, feeToken }: Payment,
): Refusal {
  switch (reason) {
    case 'insufficient-funds':
      return refuseNetworkFee(feeToken, null);
    case 'would-revert':
      return refuse('transaction-would-fail');
    case 'returned-false':
      return refuseTransfer(token);
  }
}

async function readBalances(
  chain: PublicChain,
  { token, feeToken, sender }: Payment,
): Promise<Funds> {
  const isNative = token.id === feeToken.id;
  const tokens = isNative ? [feeToken] : [feeToken, token];
  const { blockNumber, units } = await chain.balances(sender, tokens);
  const [nativeBalance, tokenBalance = nativeBalance] = units;
  if (nativeBalance === undefined || tokenBalance === undefined) {
    throw new Error(`Chain ${chain.chainId} returned fewer balances than requested.`);
  }
  return { blockNumber, tokenBalance, nativeBalance };
}
