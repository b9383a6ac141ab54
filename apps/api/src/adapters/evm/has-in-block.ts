import * as z from 'zod/mini';
import type { NonceUse } from '#domain/operation/operation';
import type { Block } from '../../ports/public-chain.ts';
import { blockHeader } from './block-values.ts';
import type { RpcNode } from './rpc-node.ts';
import { blockWithHashes, toQuantity } from './rpc-values.ts';

/** How many blocks above one are compared with it. Only the newest ones can be given up, and be in a cache as well. */
const LINKS = 16n;

const linkedBlock = z.pick(blockHeader, { hash: true, parentHash: true });

/** @returns whether the node says that its chain has the transaction in this block. Rejects when the node fails. */
export async function hasInBlock(
  node: RpcNode,
  { transactionHash, blockNumber, blockHash }: NonceUse,
): Promise<boolean> {
  const response = await node.call('eth_getBlockByNumber', [toQuantity(blockNumber), false]);
  if (response === null) return false;
  const found = blockWithHashes.parse(response);
  return found.hash === blockHash && found.transactions.includes(transactionHash);
}

/** @returns whether a final block of the node's chain has the transaction. Rejects when the node fails. */
export async function hasInFinalBlock(
  node: RpcNode,
  use: NonceUse,
  finalized: Block,
): Promise<boolean> {
  return (await hasInBlock(node, use)) && (await isBelow(node, use, finalized));
}

/**
 * Whether a block is a final one, or below it in the same chain. A node, or a cache before it, can respond with a
 * block that the chain has given up: the blocks above it show that, because each names the one below.
 * @returns false when it is not, or the node cannot tell. Rejects when the node fails.
 */
export async function isBelow(
  node: RpcNode,
  { blockNumber, blockHash }: Pick<NonceUse, 'blockNumber' | 'blockHash'>,
  finalized: Block,
): Promise<boolean> {
  if (blockNumber > finalized.number) return false;
  let below = blockHash;
  const last = blockNumber + LINKS < finalized.number ? blockNumber + LINKS : finalized.number;
  for (const response of await readAbove(node, blockNumber, last)) {
    const above = response === null ? null : linkedBlock.parse(response);
    if (above?.parentHash !== below) return false;
    below = above.hash;
  }
  return last < finalized.number || below === finalized.hash;
}

function readAbove(node: RpcNode, number: bigint, last: bigint): Promise<readonly unknown[]> {
  const numbers = Array.from({ length: Number(last - number) }, (_, index) =>
    toQuantity(number + BigInt(index) + 1n),
  );
  return Promise.all(numbers.map((each) => node.call('eth_getBlockByNumber', [each, false])));
}
