import { encodeFunctionData } from 'viem';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { SwapHop, SwapRoute } from '#wire/exchange/route';
import {
  type ExchangeAggregator,
  ExchangeUnavailable,
  type RequestedTransaction,
  type StepVerdict,
} from '../../ports/exchange-aggregator.ts';
import { findReceipt, type SimulatedChain } from '../simulated-chain.ts';
import type { Process, Simulation } from '../simulation.ts';
import { cheat, claimOf, lie, successOf } from './dishonest-exchange.ts';
import { outputOf, transfersOf } from './swap-chain.ts';
import {
  AWAY_ID,
  assetOf,
  depositId,
  ESCROW,
  HOME_ID,
  NETWORKS,
  PATHS,
  ROUTER,
  stepTag,
  swapAbi,
} from './swap-places.ts';

/** How badly the exchange behaves, as probabilities. */
export interface ExchangeFaults {
  /** Does not respond. */
  away: number;
  /** Will build no transaction. */
  refusing: number;
  /** Builds a transaction that was not agreed, or approves more. */
  cheating: number;
  /** Only in what nothing but reading the call shows. */
  readonly isSubtle: boolean;
  /** Says something else about a step than what happened. */
  lying: number;
  /** Delivers nothing for a deposit, and says for good that it did. */
  stealing: number;
}

/** What the solver did with a deposit. */
export interface Delivery {
  readonly tag: bigint;
  readonly isRefund: boolean;
  readonly chainId: number;
  readonly token: string;
  readonly units: bigint;
  readonly to: PublicAddress;
  readonly hash: TransactionHash;
}

/** What the exchange knows; it outlives every process of the server. */
export interface ExchangeState {
  readonly simulation: Simulation;
  readonly chains: ReadonlyMap<number, SimulatedChain>;
  readonly faults: ExchangeFaults;
  readonly routes: Map<string, SwapRoute>;
  readonly wallets: Map<string, PublicAddress>;
  /** By the tag of the step. */
  readonly deliveries: Map<bigint, Delivery>;
  /** Transactions that pay the account of a deposit far less than it is owed. */
  readonly crumbs: TransactionHash[];
  /** The tags of deposits that are never delivered. */
  readonly stolen: Set<bigint>;
  count: number;
}

const FINE_AFTER_MS = 400;

/** @returns the exchange as one process calls it */
export function createSimulatedExchange(
  state: ExchangeState,
  process: Process,
): ExchangeAggregator {
  const { simulation, faults } = state;
  const { random } = simulation;

  async function respond<T>(response: () => T): Promise<T> {
    await simulation.wait(random.integer(20, FINE_AFTER_MS), process);
    if (random.chance(faults.away)) {
      await simulation.wait(10_000, process);
      throw new ExchangeUnavailable(new Error('timeout'));
    }
    const result = response();
    await simulation.wait(random.integer(20, FINE_AFTER_MS), process);
    return result;
  }

  return {
    list: () =>
      respond(() => ({
        blockchains: NETWORKS.map(({ slug, name, chainId }) => ({
          ...{ name: slug, displayName: name, chainId },
        })),
        tokens: NETWORKS.flatMap(({ tokens }) => tokens.map(assetOf)),
      })),
    findRoutes: ({ from, to, amount }) =>
      respond(() => ({ ok: true, routes: routesOf(state, { from, to, amount }), diagnosis: null })),
    confirm: (requestId, wallets) =>
      respond(() => {
        const route = state.routes.get(requestId);
        const wallet = Object.values(wallets)[0];
        if (route === undefined || wallet === undefined) return { ok: false, reason: 'Unknown.' };
        state.wallets.set(requestId, wallet);
        return { ok: true, route };
      }),
    createTransaction: (step) =>
      respond(() => {
        if (random.chance(faults.refusing)) return { ok: false, reason: 'No liquidity.' };
        const transaction = build(state, step);
        if (transaction === null) return { ok: false, reason: 'Unknown.' };
        const isCheating = random.chance(faults.cheating);
        return {
          ok: true,
          transaction: isCheating ? cheat(random, transaction, faults.isSubtle) : transaction,
        };
      }),
    checkStatus: ({ requestId, step, hash }) =>
      respond(() => {
        const verdict = verdictOf(state, { requestId, step, hash });
        const hop = state.routes.get(requestId)?.swaps[step - 1];
        return hop !== undefined && random.chance(faults.lying)
          ? lie(state, hop, verdict)
          : verdict;
      }),
  };
}

function routesOf(
  state: ExchangeState,
  {
    from,
    to,
    amount,
  }: {
    readonly [Side in 'from' | 'to']: { readonly blockchain: string; readonly symbol: string };
  } & {
    readonly amount: string;
  },
): SwapRoute[] {
  const paths = PATHS.map((path) => path.map(assetOf)).filter((path) => {
    const [first, last] = [path[0], path.at(-1)];
    return [
      [first, from],
      [last, to],
    ].every(([end, side]) => end?.blockchain === side?.blockchain && end?.symbol === side?.symbol);
  });
  return paths.map((path) => {
    state.count += 1;
    const requestId = `r${state.count}`;
    let sold = BigInt(amount);
    const swaps = path.slice(1).map((end, index): SwapHop => {
      const start = path[index] ?? end;
      const isTrade = start.blockchain === end.blockchain;
      const bought = isTrade ? outputOf(sold, baseFeeOf(state, start.blockchain)) : sold;
      const hop = { from: start, to: end, fromAmount: `${sold}`, toAmount: `${bought}` };
      sold = bought;
      return { ...hop, ...(isTrade ? TRADE : BRIDGE), ...UNSAID };
    });
    const route = { requestId, outputAmount: `${sold}`, resultType: 'OK', swaps, tags: [] };
    state.routes.set(requestId, route);
    return route;
  });
}

const TRADE = { swapperId: 'Router', swapperLogo: null, swapperType: 'DEX' };
const BRIDGE = { swapperId: 'Escrow', swapperLogo: null, swapperType: 'BRIDGE' };
const UNSAID = {
  ...{ fee: [], timeStat: null, estimatedTimeInSeconds: 5, internalSwaps: [] },
  ...{ fromAmountMinValue: null, fromAmountMaxValue: null },
};

function baseFeeOf({ chains }: ExchangeState, blockchain: string): bigint {
  return chains.get(blockchain === 'HOME' ? HOME_ID : AWAY_ID)?.baseFee ?? 50n;
}

interface StepRequest {
  readonly requestId: string;
  readonly step: number;
  readonly slippage: string;
  readonly checksApproval: boolean;
}

/** @returns the transaction of a step, or its approval, as it should be; null for an unknown one */
function build(
  state: ExchangeState,
  { requestId, step, slippage, checksApproval }: StepRequest,
): RequestedTransaction | null {
  const hop = state.routes.get(requestId)?.swaps[step - 1];
  const account = state.wallets.get(requestId);
  if (hop === undefined || account === undefined) return null;
  const amount = inputOf(state, requestId, step);
  if (amount === null) return null;
  const sold = hop.from.address as PublicAddress;
  const bought = hop.to.address as PublicAddress;
  const isTrade = hop.from.blockchain === hop.to.blockchain;
  const spender = isTrade ? ROUTER : ESCROW;
  const base = { blockchain: hop.from.blockchain, from: account, value: 0n };
  if (checksApproval) {
    const data = encodeFunctionData({
      abi: swapAbi,
      functionName: 'approve',
      args: [spender, amount],
    });
    return { ...base, isApproval: true, to: sold, data };
  }
  const tag = stepTag(requestId, step);
  const quoted = BigInt(hop.toAmount);
  const bps = BigInt(Math.round(Number(slippage) * 100));
  const least = (quoted * (10_000n - bps)) / 10_000n;
  const data = isTrade
    ? encodeFunctionData({
        abi: swapAbi,
        functionName: 'swapExactTokensForTokens',
        args: [amount, least, [sold, bought], account, tag],
      })
    : encodeFunctionData({
        abi: swapAbi,
        functionName: 'deposit',
        args: [depositId(tag), sold, amount, orderOf(hop, least, account)],
      });
  return { ...base, isApproval: false, to: spender, data };
}

function orderOf({ to }: SwapHop, minOut: bigint, recipient: PublicAddress) {
  const chainId = BigInt(to.blockchain === 'HOME' ? HOME_ID : AWAY_ID);
  const token = to.address as PublicAddress;
  return { chainId, token, minOut, recipient, deadline: 0n, venue: 0, isExpress: false };
}

/** What the step before paid out; what is sold for the first one. */
function inputOf(state: ExchangeState, requestId: string, step: number): bigint | null {
  const route = state.routes.get(requestId);
  if (step === 1) return BigInt(route?.swaps[0]?.fromAmount ?? 0);
  const delivery = state.deliveries.get(stepTag(requestId, step - 1));
  if (delivery !== undefined) return delivery.units;
  const paid = paidBy(state, requestId, step - 1);
  return paid?.units ?? null;
}

/** @returns what the router paid for a step that the chain has */
function paidBy(
  state: ExchangeState,
  requestId: string,
  step: number,
): { readonly units: bigint; readonly hash: TransactionHash } | null {
  const hop = state.routes.get(requestId)?.swaps[step - 1];
  const chain = state.chains.get(hop?.from.blockchain === 'HOME' ? HOME_ID : AWAY_ID);
  const tag = stepTag(requestId, step).toString(16).padStart(64, '0');
  for (let block = chain?.tip ?? null; block !== null; block = block.parent) {
    for (const receipt of block.receipts) {
      const paid = transfersOf(receipt).find(({ from }) => from === null);
      if (paid !== undefined && receipt.transaction.data.includes(tag)) {
        return { units: paid.units, hash: receipt.transaction.hash };
      }
    }
  }
  return null;
}

interface SentStep {
  readonly requestId: string;
  readonly step: number;
  readonly hash: TransactionHash;
}

/** @returns what happened to a step by now */
function verdictOf(state: ExchangeState, { requestId, step, hash }: SentStep): StepVerdict {
  const hop = state.routes.get(requestId)?.swaps[step - 1];
  const chain = state.chains.get(hop?.from.blockchain === 'HOME' ? HOME_ID : AWAY_ID);
  if (hop === undefined || chain === undefined) return { kind: 'running' };
  const found = findReceipt(chain.tip, hash);
  if (found === null || !found.receipt.isSuccess) return { kind: 'running' };
  if (hop.from.blockchain === hop.to.blockchain) {
    const paid = transfersOf(found.receipt).find(({ from }) => from === null);
    return paid === undefined ? { kind: 'running' } : successOf(hop, paid.units, hash);
  }
  if (state.stolen.has(stepTag(requestId, step))) return claimOf(state, hop);
  const delivery = state.deliveries.get(stepTag(requestId, step));
  const there = state.chains.get(delivery?.chainId ?? 0);
  if (delivery === undefined || there === undefined) return { kind: 'running' };
  if (findReceipt(there.tip, delivery.hash) === null) return { kind: 'running' };
  if (!delivery.isRefund) return successOf(hop, delivery.units, delivery.hash);
  return {
    kind: 'failed',
    outputAmount: `${delivery.units}`,
    outputAsset: hop.from,
    outputType: 'REVERTED_TO_INPUT',
    destinationHash: null,
    message: 'The deposit was refunded',
  };
}
