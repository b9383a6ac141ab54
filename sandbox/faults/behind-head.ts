import type { CallNode } from '../chain/json-rpc.ts';
import { RpcRefusal } from './rpc-refusal.ts';

/** Where the methods that read a state have their block. */
const PLACE_OF_BLOCK: Readonly<Record<string, number>> = {
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
  eth_call: 1,
  eth_estimateGas: 1,
  eth_simulateV1: 1,
  eth_getBlockReceipts: 0,
};

interface Placed {
  readonly blockNumber?: string | null;
  readonly number?: string | null;
}

/**
 * Responds as the node did `blocks` blocks ago, from the states that it still has.
 * @returns its result. Rejects as a node does that does not have a block yet.
 */
export async function callBehindHead(
  call: CallNode,
  blocks: number,
  { method, params }: { readonly method: string; readonly params: readonly unknown[] },
): Promise<unknown> {
  const newest = BigInt(await call<string>('eth_blockNumber'));
  const head = newest > BigInt(blocks) ? newest - BigInt(blocks) : 0n;
  if (method === 'eth_blockNumber') return toHex(head);
  if (method === 'eth_getBlockByNumber') return readBlock(call, params, { head, blocks });
  if (method === 'eth_getLogs') return readLogs(call, params, head);
  const place = PLACE_OF_BLOCK[method];
  if (place === undefined) {
    const result = await call<Placed | null>(method, params);
    const number = result?.blockNumber ?? result?.number;
    return typeof number === 'string' && BigInt(number) > head ? null : result;
  }
  const hash = hashIn(params[place]);
  if (hash !== null) {
    await requireBlock(call, hash, head);
    return call(method, params);
  }
  const at = numberOf(params[place], head);
  if (at > head) throw new RpcRefusal(-32_000, 'header not found');
  return call(method, [...params.slice(0, place), toHex(at), ...params.slice(place + 1)]);
}

async function readBlock(
  call: CallNode,
  [tag, isFull]: readonly unknown[],
  { head, blocks }: { readonly head: bigint; readonly blocks: number },
): Promise<unknown> {
  if (tag === 'finalized' || tag === 'safe') {
    const block = await call<{ number: string } | null>('eth_getBlockByNumber', [tag, false]);
    if (block === null) return null;
    const number = BigInt(block.number) - BigInt(blocks);
    return call('eth_getBlockByNumber', [toHex(number > 0n ? number : 0n), isFull]);
  }
  const number = numberOf(tag, head);
  return number > head ? null : call('eth_getBlockByNumber', [toHex(number), isFull]);
}

async function readLogs(
  call: CallNode,
  [filter]: readonly unknown[],
  head: bigint,
): Promise<unknown> {
  const hash = hashIn(filter);
  if (hash !== null) {
    await requireBlock(call, hash, head);
    return call('eth_getLogs', [filter]);
  }
  const { fromBlock, toBlock, ...rest } = filter as { fromBlock?: unknown; toBlock?: unknown };
  const [from, to] = [numberOf(fromBlock, head), numberOf(toBlock, head)];
  if (from > head) return [];
  const range = { fromBlock: toHex(from), toBlock: toHex(to > head ? head : to) };
  return call('eth_getLogs', [{ ...rest, ...range }]);
}

/** @returns null when a block is given by its number or tag */
function hashIn(block: unknown): string | null {
  const { blockHash } = (block ?? {}) as { blockHash?: unknown };
  return typeof blockHash === 'string' ? blockHash : null;
}

async function requireBlock(call: CallNode, hash: string, head: bigint): Promise<void> {
  const block = await call<Placed | null>('eth_getBlockByHash', [hash, false]);
  if (typeof block?.number !== 'string' || BigInt(block.number) > head) {
    throw new RpcRefusal(-32_000, 'header not found');
  }
}

/** A number, or what every other tag means to a node whose newest block is `head`. */
function numberOf(tag: unknown, head: bigint): bigint {
  if (tag === 'earliest') return 0n;
  return typeof tag === 'string' && tag.startsWith('0x') ? BigInt(tag) : head;
}

function toHex(value: bigint): string {
  return `0x${value.toString(16)}`;
}
