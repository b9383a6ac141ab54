import type { NonceUse } from '#domain/operation/operation';
import type { RpcNode } from './rpc-node.ts';
import { blockWithHashes, toQuantity } from './rpc-values.ts';

/** @returns whether the node's own chain has the transaction in this block. Rejects when the node fails. */
export async function hasInBlock(
  node: RpcNode,
  { transactionHash, blockNumber, blockHash }: NonceUse,
): Promise<boolean> {
  const response = await node.call('eth_getBlockByNumber', [toQuantity(blockNumber), false]);
  if (response === null) return false;
  const found = blockWithHashes.parse(response);
  return found.hash === blockHash && found.transactions.includes(transactionHash);
}
