import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { type BaseUnits, bpsOfUnits } from '#domain/amount/base-units';
import { type Refusal, refuse } from '../../../application/call.ts';
import { planApproval } from '../../../operations/plan-approval.ts';
import { callsInOrder, priceCalls } from '../../../operations/price-calls.ts';
import type { Preparation } from '../../../operations/submission.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ContractCalls } from '../../../ports/contract-calls.ts';
import type { Operations } from '../../../ports/operations.ts';
import type { PublicChain } from '../../../ports/public-chain.ts';
import type { ShieldedPoolClient } from '../../../ports/shielded-pool-client.ts';
import type { PoolPlace } from './parse-pool-request.ts';
import { refuseNotReady, refusePoolClient } from './refuse-pool-client.ts';

export interface PrepareShieldPorts {
  /** By chain id. */
  readonly chains: ReadonlyMap<number, PublicChain>;
  /** By chain id. */
  readonly calls: ReadonlyMap<number, ContractCalls>;
  readonly poolClient: Pick<ShieldedPoolClient, 'terms' | 'prepareShield'>;
  readonly operations: Pick<Operations, 'listOpen'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** What goes into the pool, and from whose account. */
export interface ShieldRequest extends PoolPlace {
  readonly amount: BaseUnits;
  readonly sender: PublicAddress;
  readonly recipient: PrivateAddress;
}

/** More than any shield has used so far; for nodes that cannot simulate it after its approval. */
export const SHIELD_GAS = 1_500_000n;

/**
 * Builds a shield's transactions, simulates them one after another and prices them.
 * @param payer who pays, the `shieldKey` with which they can read the note later, and whether another operation was
 *   found to use the allowance
 * @returns the prepared shield, or the refusal. Rejects with `ChainUnavailable`.
 */
export async function prepareShield(
  ports: PrepareShieldPorts,
  request: ShieldRequest,
  {
    shieldKey,
    ...claimant
  }: {
    readonly shieldKey: `0x${string}`;
    readonly userId: string;
    readonly isClaimed: boolean;
  },
): Promise<Preparation<Refusal>> {
  const { network, token, feeToken, amount, sender: payer, recipient } = request;
  const calls = ports.calls.get(network.chainId);
  const chain = ports.chains.get(network.chainId);
  if (calls === undefined || chain === undefined) {
    throw new Error(`There is no chain ${network.chainId}.`);
  }
  const terms = await ports.poolClient.terms(network.chainId);
  if (terms === null) return { ok: false, refusal: refuseNotReady() };
  const readAt = ports.clock.now();
  const [written, approval, present, balances, transactionCount] = await Promise.all([
    ports.poolClient.prepareShield({ token, amount, recipient, payer, shieldKey }),
    planApproval(
      { calls, operations: ports.operations },
      { ...claimant, kind: 'shield', token, amount, owner: payer, spender: terms.spender },
    ),
    calls.presentFees(),
    chain.balances(payer, token.id === feeToken.id ? [token] : [feeToken, token]),
    chain.transactionCount(payer, 'latest'),
  ]);
  if (!written.ok) return { ok: false, refusal: refusePoolClient(written.problem) };
  const { blockNumber, units } = balances;
  const [nativeBalance, tokenBalance = nativeBalance] = units;
  if (nativeBalance === undefined || tokenBalance === undefined) {
    throw new Error(`Chain ${network.chainId} returned no balances.`);
  }
  if (amount > tokenBalance) return { ok: false, refusal: refuse('amount-above-balance') };
  const call = { ...written.response, gasIfUnknown: SHIELD_GAS };
  const simulated = await calls.simulate(payer, callsInOrder({ approval, call }));
  if (!simulated.ok) return { ok: false, refusal: refuse('transaction-would-fail') };
  const poolFee = bpsOfUnits(amount, terms.shieldFeeBps, 'down');
  return {
    ok: true,
    prepared: {
      kind: 'shield',
      chainId: network.chainId,
      account: payer,
      recipient,
      tokenId: token.id,
      amount,
      feeToken,
      pool: { privateAddress: recipient, poolFee, broadcasterFee: null },
      ...priceCalls({ approval, call }, simulated.gas, present),
      chainState: { readAt, blockNumber, tokenBalance, nativeBalance, transactionCount },
    },
  };
}
