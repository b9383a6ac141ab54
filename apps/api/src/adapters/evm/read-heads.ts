import type { Block } from '../../ports/public-chain.ts';
import { NodeRefusal, type RpcNode } from './rpc-node.ts';
import { block, toQuantity } from './rpc-values.ts';

/**
 * The newest block and the newest one that cannot be undone, as one node has them.
 * A node that does not know the `finalized` tag is taken `blocksUntilFinal` blocks back.
 * @returns both. Rejects when the node fails.
 */
export async function readHeads(
  node: RpcNode,
  blocksUntilFinal: number,
): Promise<{ readonly latest: Block; readonly finalized: Block }> {
  const [latest, tagged] = await Promise.all([readBlock(node, 'latest'), readFinalized(node)]);
  if (latest === null) throw new Error(`Node ${node.host} has no latest block.`);
  if (tagged !== null) return { latest, finalized: tagged };
  const back = latest.number - BigInt(blocksUntilFinal);
  const finalized = await readBlock(node, toQuantity(back > 0n ? back : 0n));
  if (finalized === null) throw new Error(`Node ${node.host} has no block ${back}.`);
  return { latest, finalized };
}

/** @returns null when the node does not know the tag. */
export async function readFinalized(node: RpcNode): Promise<Block | null> {
  try {
    return await readBlock(node, 'finalized');
  } catch (cause) {
    if (cause instanceof NodeRefusal) return null;
    throw cause;
  }
}

async function readBlock(node: RpcNode, tag: string): Promise<Block | null> {
  const response = await node.call('eth_getBlockByNumber', [tag, false]);
  return response === null ? null : block.parse(response);
}
