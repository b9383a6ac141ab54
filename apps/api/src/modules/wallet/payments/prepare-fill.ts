import { gasCost, ZERO_UNITS } from '#domain/amount/base-units';
import { CANCELLATION_GAS } from '#domain/operation/fee-ladder';
import type { PreparedOperation } from '../../../operations/submission.ts';
import type { ContractCalls } from '../../../ports/contract-calls.ts';
import type { NonceGap } from './find-nonce-gap.ts';

/**
 * Reads the balance and the fees for a transaction that fills a gap: nothing, from the account to itself.
 * @returns the prepared transaction. Rejects with `ChainUnavailable`.
 */
export async function prepareFill(
  calls: Pick<ContractCalls, 'presentFees'>,
  { chain, account, feeToken, nonce, readAt }: NonceGap,
): Promise<PreparedOperation> {
  const [{ blockNumber, units }, { fees, pricePerGas }] = await Promise.all([
    chain.balances(account, [feeToken]),
    calls.presentFees(),
  ]);
  const [balance] = units;
  if (balance === undefined) throw new Error(`Chain ${chain.chainId} returned no balance.`);
  return {
    kind: 'nonce-fill',
    chainId: chain.chainId,
    account,
    recipient: account,
    tokenId: feeToken.id,
    amount: ZERO_UNITS,
    feeToken,
    pool: null,
    approval: null,
    call: { to: account, value: 0n, data: '0x', gas: CANCELLATION_GAS },
    fees,
    estimatedFee: gasCost(CANCELLATION_GAS, pricePerGas),
    chainState: {
      readAt,
      blockNumber,
      tokenBalance: balance,
      nativeBalance: balance,
      transactionCount: nonce,
    },
  };
}
