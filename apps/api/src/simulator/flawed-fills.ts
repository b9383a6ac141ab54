import { CANCELLATION_GAS } from '#domain/operation/fee-ladder';
import { isOpen } from '#domain/operation/operation';
import type { CreateFill } from './simulated-server.ts';

/**
 * Takes every waiting payment for one behind a gap, and fills the nonce that the account is at: before the nodes agree
 * that it is free, and although a stored payment may have it.
 */
export const fillWithoutLooking: CreateFill =
  ({ operations, chains, calls, vault, assemble }) =>
  async ({ session }) => {
    const [waiting] = (await operations.listOpen(session.userId))
      .map(({ operation }) => operation)
      .filter(isOpen);
    if (waiting === undefined) return { data: [] };
    const { chainId, account } = waiting;
    const [chain, present] = [chains.get(chainId), await calls.get(chainId)?.presentFees()];
    if (chain === undefined || present === undefined) return { data: [] };
    const nonce = await chain.transactionCount(account, 'latest');
    const call = {
      chainId,
      nonce,
      to: account,
      value: 0n,
      data: '0x',
      gas: CANCELLATION_GAS,
    } as const;
    const { maxFeePerGas, maxPriorityFeePerGas } = present.fees;
    // Dear enough to replace whichever rung a node has.
    const fees = { maxFeePerGas: maxFeePerGas * 10n, maxPriorityFeePerGas };
    const transaction = { ...call, ...fees };
    const signed = await vault.withPublicSigner(session, async (signer) =>
      assemble(transaction, await signer.sign(transaction), signer.address),
    );
    if (signed.ok && signed.value !== null) await chain.broadcast(signed.value.raw);
    return { data: [{ chainId, problem: null }] };
  };
