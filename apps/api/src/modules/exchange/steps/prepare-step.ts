import type { PublicAddress } from '#domain/address/address';
import { displayToBaseUnits } from '#domain/amount/display-to-base-units';
import type { Network } from '#domain/network/network';
import { areChangesAgreed } from '#domain/swap/check-transaction';
import { minimumReceived } from '#domain/swap/slippage';
import { type Refusal, refuse } from '../../../application/call.ts';
import { callsInOrder, type PricedCalls, priceCalls } from '../../../operations/price-calls.ts';
import type { Preparation } from '../../../operations/submission.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ContractCalls, PresentFees } from '../../../ports/contract-calls.ts';
import type { ExchangeAggregator } from '../../../ports/exchange-aggregator.ts';
import type { Operations } from '../../../ports/operations.ts';
import type { PublicChain } from '../../../ports/public-chain.ts';
import type { SwapChecks } from '../../../ports/swap-checks.ts';
import { findListedToken, type TokenListing } from '../listing/token-list.ts';
import { type RequestedStep, requestStep } from './request-step.ts';
import { stepInput } from './step-input.ts';
import type { StepPlan, StepToPrepare } from './step-plan.ts';

export interface PrepareStepPorts {
  readonly exchange: Pick<ExchangeAggregator, 'createTransaction'>;
  /** All four by chain id; the contracts are the only ones that a swap may call. */
  readonly chains: ReadonlyMap<number, PublicChain>;
  readonly calls: ReadonlyMap<number, ContractCalls>;
  readonly checks: ReadonlyMap<number, SwapChecks>;
  readonly contracts: ReadonlyMap<number, readonly PublicAddress[]>;
  readonly operations: Pick<Operations, 'listOpen'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called with the error of a transaction that was not signed. */
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

/**
 * Gets a step's transaction from the exchange, checks it, simulates it after its approval and prices both.
 * @returns the prepared step, or the refusal. Rejects with `ExchangeUnavailable` and `ChainUnavailable`.
 */
export async function prepareStep(
  ports: PrepareStepPorts,
  listing: TokenListing,
  step: StepToPrepare,
): Promise<Preparation<Refusal>> {
  const plan = await planStep(ports, listing, step);
  if ('refused' in plan) return { ok: false, refusal: plan };
  const { swap, network, token, native, amount } = plan;
  const chain = present(ports.chains, network);
  const calls = present(ports.calls, network);
  const readAt = ports.clock.now();
  const [balances, transactionCount, fees] = await Promise.all([
    chain.balances(swap.account, [native, token]),
    chain.transactionCount(swap.account, 'latest'),
    calls.presentFees(),
  ]);
  const { blockNumber, units } = balances;
  const [nativeBalance, tokenBalance] = units;
  if (nativeBalance === undefined || tokenBalance === undefined) {
    throw new Error(`Chain ${network.chainId} returned no balances.`);
  }
  if (amount > tokenBalance) return { ok: false, refusal: refuse('amount-above-balance') };
  const requested = await requestStep(ports, plan);
  if ('refused' in requested) return { ok: false, refusal: requested };
  const priced = await simulate(ports, plan, { ...requested, fees });
  if ('refused' in priced) return { ok: false, refusal: priced };
  return {
    ok: true,
    prepared: {
      kind: 'swap',
      chainId: network.chainId,
      account: swap.account,
      recipient: requested.call.to,
      tokenId: token.id,
      amount,
      feeToken: native,
      pool: null,
      ...priced,
      chainState: { readAt, blockNumber, tokenBalance, nativeBalance, transactionCount },
    },
  };
}

async function planStep(
  ports: PrepareStepPorts,
  listing: TokenListing,
  { swap, number, isClaimed }: StepToPrepare,
): Promise<StepPlan | Refusal> {
  const hop = swap.route.swaps[number - 1];
  const from = hop && findListedToken(listing, hop.from);
  const native = from?.network.tokens[0];
  if (!hop || !from || !native) return refuse('exchange-refused');
  const { network, token } = from;
  const input = await stepInput(present(ports.checks, network), { swap, number, token });
  if (input === null) {
    const cause = new Error(`Step ${number - 1} of ${swap.requestId}`);
    ports.report({ message: 'A swap reported more than it paid out.', cause });
    return refuse('exchange-not-trusted');
  }
  const isSameChain = hop.to.blockchain === hop.from.blockchain;
  const output = isSameChain ? (findListedToken(listing, hop.to)?.token ?? null) : null;
  const there = listing.blockchains.find(({ name }) => name === hop.to.blockchain);
  if (there === undefined || (isSameChain && output === null)) return refuse('exchange-refused');
  const minimumOutput = leastOutput({ swap, number, hop });
  const destination = isSameChain ? null : { chainId: there.chainId, tokenAddress: hop.to.address };
  const delivery = { output, minimumOutput, destination };
  return { swap, number, isClaimed, hop, network, token, native, amount: input, ...delivery };
}

async function simulate(
  ports: PrepareStepPorts,
  plan: StepPlan,
  { approval, call, nativeFee, fees }: RequestedStep & { readonly fees: PresentFees },
): Promise<PricedCalls | Refusal> {
  const { network, token, output, amount, swap } = plan;
  const others = network.tokens.filter(({ id }) => id !== token.id && id !== output?.id);
  const watched = [token, ...(output === null ? [] : [output]), ...others];
  const checks = present(ports.checks, network);
  const outcome = await checks.simulateChanges(
    swap.account,
    callsInOrder({ approval, call }),
    watched,
  );
  if (!outcome.ok) return refuse('transaction-would-fail');
  const [input = 0n, ...rest] = outcome.changes;
  const changesOfOthers = output === null ? rest : rest.slice(1);
  const changes = {
    input,
    output: output === null ? null : (rest[0] ?? 0n),
    others: others.map(({ address }, index) => ({
      change: changesOfOthers[index] ?? 0n,
      most: address === null ? nativeFee : 0n,
    })),
  };
  const agreed = {
    most: amount + (token.address === null ? nativeFee : 0n),
    minimumOutput: plan.minimumOutput,
  };
  if (!areChangesAgreed(changes, agreed)) {
    const simulated = [changes.input, changes.output, ...changesOfOthers].join(', ');
    const cause = new Error(`Step ${plan.number} of ${swap.requestId} changes ${simulated}`);
    ports.report({
      message: 'A swap would have changed balances in a way that was not agreed.',
      cause,
    });
    return refuse('exchange-not-trusted');
  }
  return priceCalls({ approval, call }, outcome.gas, fees);
}

function leastOutput({ hop, swap, number }: Pick<StepPlan, 'hop' | 'swap' | 'number'>): bigint {
  if (number === swap.route.swaps.length) return swap.minimumReceived;
  const quoted = displayToBaseUnits(hop.toAmount, hop.to.decimals);
  return quoted.ok ? minimumReceived(quoted.units, swap.slippageBps) : 0n;
}

function present<T>(byChainId: ReadonlyMap<number, T>, { chainId }: Network): T {
  const found = byChainId.get(chainId);
  if (found === undefined) throw new Error(`There is no chain ${chainId}.`);
  return found;
}
