import type { PublicAddress, TransactionHash } from '#domain/address/address';
import { type BaseUnits, gasCost, toBaseUnits } from '#domain/amount/base-units';
import type { ContractCalls } from '../ports/contract-calls.ts';
import {
  type BroadcastOutcome,
  ChainUnavailable,
  type PublicChain,
  type UnsignedTransaction,
} from '../ports/public-chain.ts';
import { balanceKey } from './balance-key.ts';
import {
  type ChainTransaction,
  encodeApproval,
  encodeTransfer,
  finalizedBelow,
  findReceipt,
  type SimulatedBlock,
  type SimulatedChain,
  TOKEN_CONTRACT,
} from './simulated-chain.ts';
import {
  decodePrivateTransaction,
  PRIVATE_TRANSACTION_CONTRACT,
  refusalOfPrivateTransaction,
} from './simulated-notes.ts';
import type { Process, Simulation } from './simulation.ts';

/** How badly the network behaves, as probabilities. */
export interface NetworkFaults {
  timeout: number;
  staleNode: number;
  /** A database statement that fails before it runs, or runs and loses its response. */
  lostStatement: number;
}

/** All signed bytes, with the transactions that the network decodes from them. */
export type SignedBytes = Map<`0x${string}`, ChainTransaction>;

export const CHAIN_ID = 31337;

/** The gas of every transaction of the simulated chain. */
const GAS = 10n;

/** What a node reads its responses from, and how badly it behaves. */
export interface NodeEnvironment {
  readonly simulation: Simulation;
  readonly chain: SimulatedChain;
  readonly signedBytes: SignedBytes;
  readonly faults: NetworkFaults;
}

/** @returns a `PublicChain` and its contracts over the simulated network, as one process of the server sees it. */
export function createSimulatedNode(
  { simulation, chain, signedBytes, faults }: NodeEnvironment,
  process: Process,
): PublicChain & ContractCalls {
  const { random } = simulation;

  async function request<T>(response: (tip: SimulatedBlock) => T): Promise<T> {
    await simulation.wait(random.integer(5, 80), process);
    if (random.chance(faults.timeout)) {
      await simulation.wait(2_000, process);
      throw new ChainUnavailable(CHAIN_ID, new Error('timeout'));
    }
    const result = response(nodeTip());
    await simulation.wait(random.integer(5, 80), process);
    return result;
  }

  function nodeTip(): SimulatedBlock {
    return random.chance(faults.staleNode) ? random.pick(chain.tips) : chain.tip;
  }

  async function broadcast(raw: `0x${string}`): Promise<BroadcastOutcome> {
    await simulation.wait(random.integer(5, 80), process);
    const isLostBefore = random.chance(faults.timeout);
    const isLostAfter = random.chance(faults.timeout);
    const outcome = isLostBefore ? null : take(raw);
    await simulation.wait(isLostBefore || isLostAfter ? 2_000 : random.integer(5, 80), process);
    if (outcome === null || isLostAfter) return { kind: 'unknown', reason: 'timeout' };
    return outcome;
  }

  function take(raw: `0x${string}`): BroadcastOutcome {
    const transaction = signedBytes.get(raw);
    if (transaction === undefined) throw new Error('The bytes sent were signed by no one.');
    const next = chain.tip.nonces.get(transaction.from) ?? 0;
    if (transaction.nonce < next) return { kind: 'nonce-too-low' };
    return { kind: chain.accept(transaction) };
  }

  return {
    chainId: CHAIN_ID,
    balances: (owner, tokens) =>
      request((tip) =>
        tokens.map((token) => balanceAt(tip, owner, token.address === null ? 'native' : 'token')),
      ),
    nativeBalance: (owner) => request((tip) => balanceAt(tip, owner, 'native')),
    prepareTransfer: ({ token, to, amount }) =>
      request(() => {
        const maxFeePerGas = (chain.baseFee * 6n) / 5n + 1n;
        const call =
          token.address === null
            ? { to, value: amount as bigint, data: '0x' as const }
            : { to: TOKEN_CONTRACT, value: 0n, data: encodeTransfer(to, amount) };
        const fees = { maxFeePerGas, maxPriorityFeePerGas: 1n };
        const expectedFee = gasCost(GAS, chain.baseFee);
        return { ok: true, prepared: { ...call, gas: GAS, fees, expectedFee } } as const;
      }),
    transactionCount: (owner, at) =>
      request((tip) => (at === 'latest' ? tip : finalizedBelow(tip)).nonces.get(owner) ?? 0),
    isContract: (address) => request(() => address === TOKEN_CONTRACT),
    broadcast,
    receipt: (hash) => request((tip) => receiptAt(tip, hash)),
    heads: () => request((tip) => ({ latest: tip, finalized: finalizedBelow(tip) })),
    presentFees: () =>
      request(() => ({
        fees: { maxFeePerGas: (chain.baseFee * 6n) / 5n + 1n, maxPriorityFeePerGas: 1n },
        pricePerGas: chain.baseFee,
      })),
    allowance: (_token, owner) =>
      request((tip) => toBaseUnits(tip.balances.get(balanceKey(owner, 'allowance')) ?? 0n)),
    approval: (to, _spender, amount) => ({
      to,
      value: 0n,
      data: encodeApproval(amount),
      gasIfUnknown: GAS,
    }),
    simulate: (_from, calls) =>
      request(() => ({ ok: true, gas: calls.map(() => ({ used: GAS, limit: GAS })) }) as const),
    refusalOf: (_from, { to, data }) =>
      request((tip) =>
        to === PRIVATE_TRANSACTION_CONTRACT
          ? refusalOfPrivateTransaction(tip.balances, decodePrivateTransaction(data))
          : null,
      ),
    isUnknownEverywhere: (hashes) =>
      request(() =>
        hashes.every((hash) => !chain.pool.has(hash) && findReceipt(chain.tip, hash) === null),
      ),
  };
}

/** Signs for an account of the simulation: the bytes are a number by which the network finds the transaction. */
export function signSimulated(
  signedBytes: SignedBytes,
  from: PublicAddress,
  transaction: UnsignedTransaction,
): { readonly raw: `0x${string}`; readonly hash: TransactionHash } {
  const raw = `0x${(signedBytes.size + 1).toString(16)}` as const;
  const hash = `0x${(signedBytes.size + 1).toString(16).padStart(64, '0')}` as TransactionHash;
  signedBytes.set(raw, { ...transaction, from, hash });
  return { raw, hash };
}

function balanceAt(tip: SimulatedBlock, owner: string, asset: 'native' | 'token'): BaseUnits {
  return toBaseUnits(tip.balances.get(balanceKey(owner, asset)) ?? 0n);
}

function receiptAt(tip: SimulatedBlock, hash: TransactionHash) {
  const found = findReceipt(tip, hash);
  if (found === null) return null;
  const { block, receipt } = found;
  return {
    transactionHash: hash,
    blockNumber: block.number,
    blockHash: block.hash,
    isSuccess: receipt.isSuccess,
    feePaid: receipt.feePaid,
  };
}
