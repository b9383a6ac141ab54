import type { Network } from '#domain/network/network';
import type { BlockFeed, FollowedBlock } from '../../ports/block-feed.ts';
import { blockHeader } from './block-values.ts';
import { type BlockSource, readBlockRange, toFollowed } from './read-block-range.ts';
import { readHeads } from './read-heads.ts';
import type { RpcNode } from './rpc-node.ts';
import type { RpcNodes } from './rpc-nodes.ts';
import { toQuantity } from './rpc-values.ts';

/**
 * The blocks of one EVM chain over JSON-RPC; everything in one read comes from the same node.
 * @returns the port.
 */
export function createBlockFeed(options: {
  readonly network: Pick<Network, 'chainId' | 'multicallAddress' | 'blocksUntilFinal' | 'tokens'>;
  readonly nodes: RpcNodes;
  readonly report: BlockSource['report'];
}): BlockFeed {
  const { network, nodes } = options;
  const { chainId, blocksUntilFinal } = network;
  const source = sourceOf(network, options.report);
  return {
    chainId,
    heads: () =>
      nodes.read(async (node) => {
        const { latest, finalized } = await readHeads(node, blocksUntilFinal);
        return { latest, finalizedNumber: finalized.number };
      }),
    block: (number) => nodes.read((node) => readHeader(node, number)),
    read: (range, watched) =>
      nodes.read((node) => readBlockRange(node, source, { ...range, watched })),
  };
}

/** @returns what is read of the blocks of a network */
export function sourceOf(
  network: Pick<Network, 'chainId' | 'multicallAddress' | 'tokens'>,
  report: BlockSource['report'],
): BlockSource {
  const [native] = network.tokens;
  if (native === undefined) throw new Error(`Chain ${network.chainId} has no native coin.`);
  const tokens = network.tokens.flatMap((token) =>
    token.address === null ? [] : [[token.address.toLowerCase(), token] as const],
  );
  const { chainId, multicallAddress } = network;
  return { chainId, native, tokens: new Map(tokens), multicallAddress, report };
}

async function readHeader(node: RpcNode, number: bigint): Promise<FollowedBlock | null> {
  const response = await node.call('eth_getBlockByNumber', [toQuantity(number), false]);
  return response === null ? null : toFollowed(blockHeader.parse(response));
}
