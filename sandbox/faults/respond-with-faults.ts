import { setTimeout as sleep } from 'node:timers/promises';
import { type Hex, keccak256, parseTransaction } from 'viem';
import type { CallNode } from '../chain/json-rpc.ts';
import { callBehindHead } from './behind-head.ts';
import { type Fault, type FindFault, faultsOf } from './fault.ts';
import { RpcRefusal } from './rpc-refusal.ts';

/** One JSON-RPC request. */
export interface RpcRequest {
  readonly id: number | string | null;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What a faulty node is made of. */
export interface FaultyParts {
  /** Calls the real node. Rejects with `RpcRefusal` when that refuses. */
  readonly call: CallNode;
  readonly faults: () => readonly Fault[];
  /** Earlier results by request. */
  readonly earlier: Map<string, unknown>;
  /** Hashes of the transactions that were accepted and forgotten. */
  readonly dropped: Set<Hex>;
}

const WEI_PER_HUNDREDTH = 10n ** 16n;

/** @returns the result of the real node, or what the active faults make of it. Rejects with `RpcRefusal`. */
export async function respondWithFaults(parts: FaultyParts, request: RpcRequest): Promise<unknown> {
  const { method } = request;
  const find = faultsOf(parts.faults(), method);
  if (find('hang')) return new Promise(() => {});
  const slow = find('slow');
  if (slow) await sleep(slow.ms);
  const chain = find('wrong-chain');
  if (chain && method === 'eth_chainId') return `0x${chain.chainId.toString(16)}`;
  if (chain && method === 'net_version') return String(chain.chainId);
  const key = JSON.stringify([method, request.params]);
  if (find('old-response') && parts.earlier.has(key)) return parts.earlier.get(key);
  const result =
    method === 'eth_sendRawTransaction'
      ? await send(parts, find, request.params)
      : await read(parts.call, find, request);
  parts.earlier.set(key, result);
  return result;
}

async function send(
  { call, dropped }: FaultyParts,
  find: FindFault,
  params: readonly unknown[],
): Promise<unknown> {
  const raw = params[0] as Hex;
  const limit = find('fee-cap');
  if (limit) refuseAbove(BigInt(limit.cap), raw);
  if (!find('drop')) return call('eth_sendRawTransaction', params);
  const hash = keccak256(raw);
  dropped.add(hash);
  return hash;
}

/** The message of geth and bor: https://github.com/ethereum/go-ethereum/blob/master/internal/ethapi/api.go */
function refuseAbove(cap: bigint, raw: Hex): void {
  const { gas = 0n, maxFeePerGas, gasPrice = 0n } = parseTransaction(raw);
  const fee = gas * (maxFeePerGas ?? gasPrice);
  if (fee <= cap) return;
  throw new RpcRefusal(
    -32_000,
    `tx fee (${toEther(fee)} ether) exceeds the configured cap (${toEther(cap)} ether)`,
  );
}

/** Two decimals, as geth prints them. */
function toEther(wei: bigint): string {
  const hundredths = (wei + WEI_PER_HUNDREDTH / 2n) / WEI_PER_HUNDREDTH;
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

async function read(call: CallNode, find: FindFault, request: RpcRequest): Promise<unknown> {
  const { method, params } = request;
  const head = find('head-lag');
  const result = head
    ? await callBehindHead(call, head.blocks, request)
    : await call(method, params);
  const count = find('wrong-count');
  if (count && method === 'eth_getTransactionCount') {
    return `0x${Math.max(0, Number(result) + count.by).toString(16)}`;
  }
  const index = find('index-lag');
  if (!index || !/^eth_getTransaction(?:Receipt|ByHash)$/.test(method)) return result;
  const { blockNumber } = (result ?? {}) as { readonly blockNumber?: string | null };
  if (typeof blockNumber !== 'string') return result;
  const newest = BigInt(await call<string>('eth_blockNumber'));
  return BigInt(blockNumber) > newest - BigInt(index.blocks) ? null : result;
}
