import { encodeFunctionData } from 'viem';
import { isSameAddress } from '#domain/address/parse-public-address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { Token } from '#domain/token/token';
import { createPublicChain } from '../../adapters/evm/public-chain.ts';
import { createRpcNodes } from '../../adapters/evm/rpc-nodes.ts';
import { stepTermsOf } from '../../adapters/evm/step-terms.ts';
import type { ContractCall, ContractCalls } from '../../ports/contract-calls.ts';
import { ChainUnavailable, type PublicChain } from '../../ports/public-chain.ts';
import type { SwapChecks } from '../../ports/swap-checks.ts';
import { balanceKey } from '../balance-key.ts';
import { createSimulatedBackends, type NodeEnvironment } from '../simulated-backend.ts';
import {
  blockBelow,
  type ChainReceipt,
  findReceipt,
  type SimulatedBlock,
} from '../simulated-chain.ts';
import type { Process } from '../simulation.ts';
import { runCall, transfersOf } from './swap-chain.ts';
import { allowanceKey, ESCROW, NETWORKS, ROUTER, swapAbi, tokenKey } from './swap-places.ts';

const GAS = 10n;
const FEE_CAP = 10n ** 18n;

/** Everything that the server reads from one chain. */
export type SwapNode = PublicChain & ContractCalls & SwapChecks;

/**
 * @returns the real chain adapter over one simulated chain, as one process sees it, with responses of its own for what
 *   is read before a step is signed
 */
export function createSwapNode(
  chainId: number,
  environment: NodeEnvironment,
  process: Process,
): SwapNode {
  const { simulation, chain, faults } = environment;
  const { random } = simulation;
  const network = NETWORKS.find((each) => each.chainId === chainId);
  if (network === undefined) throw new Error(`There is no chain ${chainId}.`);
  const blocksUntilFinal = Number(chain.finalDepth);
  const adapter = createPublicChain({
    network: { ...network, blocksUntilFinal },
    nodes: createRpcNodes(chainId, createSimulatedBackends(environment, process)),
  });

  async function request<T>(response: (tip: SimulatedBlock) => T): Promise<T> {
    await simulation.wait(random.integer(5, 80), process);
    if (random.chance(faults.timeout)) {
      await simulation.wait(2_000, process);
      throw new ChainUnavailable(chainId, new Error('timeout'));
    }
    const { head } = random.pick(random.pick(faults.backends));
    const tip = random.chance(faults.staleNode) ? random.pick(chain.tips) : chain.tip;
    const result = response(blockBelow(tip, BigInt(head)));
    await simulation.wait(random.integer(5, 80), process);
    return result;
  }

  const never = async (): Promise<never> => {
    throw new Error('A swap does not request this.');
  };
  return {
    ...adapter,
    prepareTransfer: never,
    refusalOf: never,
    balances: (owner, tokens) =>
      request((tip) => ({
        blockNumber: tip.number,
        units: tokens.map((token) => toBaseUnits(tip.balances.get(keyOf(owner, token)) ?? 0n)),
      })),
    isContract: (address) => request(() => address === ROUTER || address === ESCROW),
    presentFees: () =>
      request(() => ({
        fees: {
          maxFeePerGas: (chain.baseFee * 6n) / 5n + 1n,
          maxPriorityFeePerGas: 1n,
          feeCap: FEE_CAP,
        },
        pricePerGas: chain.baseFee,
      })),
    allowance: (token, owner, spender) =>
      request((tip) => toBaseUnits(tip.balances.get(allowanceKey(owner, token, spender)) ?? 0n)),
    approval: (token, spender, amount) => ({
      to: token,
      value: 0n,
      data: encodeFunctionData({
        abi: swapAbi,
        functionName: 'approve',
        args: [spender, amount],
      }),
      gasIfUnknown: GAS,
    }),
    termsOf: stepTermsOf,
    ...checksOf({ environment, request }),
  };
}

function keyOf(owner: string, { address }: Pick<Token, 'address'>): string {
  return address === null ? balanceKey(owner, 'native') : tokenKey(owner, address);
}

type Request = <T>(response: (tip: SimulatedBlock) => T) => Promise<T>;

/** What calls would do, and what a mined one did. */
function checksOf({
  environment: { simulation, chain, faults },
  request,
}: {
  readonly environment: NodeEnvironment;
  readonly request: Request;
}): Pick<SwapNode, 'simulate' | 'simulateChanges' | 'receivedIn' | 'finalPayment'> {
  const { random } = simulation;
  const gasOf = (calls: readonly ContractCall[]) => calls.map(() => ({ used: GAS, limit: GAS }));
  const run = (tip: SimulatedBlock, from: string, calls: readonly ContractCall[]) =>
    runAll({ tip, baseFee: chain.baseFee }, from, calls);
  return {
    simulate: (from, calls) =>
      request((tip) => {
        const isRefused = random.chance(faults.falseRefusal) || !run(tip, from, calls).ok;
        if (isRefused) return { ok: false, index: 0, reason: 'would-revert', detail: 'simulated' };
        return { ok: true, gas: gasOf(calls) } as const;
      }),
    simulateChanges: (from, calls, tokens) =>
      request((tip) => {
        const { ok, after } = run(tip, from, calls);
        if (!ok || random.chance(faults.falseRefusal)) return { ok: false, detail: 'simulated' };
        const changes = tokens.map((token) => {
          const key = keyOf(from, token);
          return after(key) - (tip.balances.get(key) ?? 0n);
        });
        return { ok: true, gas: gasOf(calls), changes };
      }),
    receivedIn: (hash, token, account) =>
      request((tip) => {
        const index = random.pick(random.pick(faults.backends)).index;
        const found = findReceipt(blockBelow(tip, BigInt(index)), hash);
        return toBaseUnits(found === null ? 0n : paidTo(found.receipt, token, account));
      }),
    finalPayment: (hash, { address }, account) =>
      request((tip) => {
        const found = findReceipt(blockBelow(tip, chain.finalDepth), hash);
        if (found === null || address === null) return null;
        const units = toBaseUnits(paidTo(found.receipt, address, account));
        const sender = found.receipt.transaction.from;
        return { units, at: found.block.minedAt, sender };
      }),
  };
}

/** @returns what a transaction paid to an account, less what it took from there; never below zero */
export function paidTo(receipt: ChainReceipt, token: string, account: string): bigint {
  const net = transfersOf(receipt)
    .filter((transfer) => isSameAddress(transfer.token, token))
    .reduce((sum, { from, to, units }) => {
      const paid = isSameAddress(to, account) ? units : 0n;
      return sum + paid - (from !== null && isSameAddress(from, account) ? units : 0n);
    }, 0n);
  return net > 0n ? net : 0n;
}

/** @returns whether all calls would succeed one after the other, and the balances after them */
function runAll(
  { tip, baseFee }: { readonly tip: SimulatedBlock; readonly baseFee: bigint },
  from: string,
  calls: readonly ContractCall[],
) {
  const state = new Map<string, bigint>();
  const after = (key: string) => state.get(key) ?? tip.balances.get(key) ?? 0n;
  const set = (key: string, units: bigint) => void state.set(key, units);
  const ok = calls.every(({ to, value, data }) => {
    const call = { from: from as ContractCall['to'], to, value, data };
    return runCall(call, baseFee, { get: after, set }).why === null;
  });
  return { ok, after };
}
