import { ChainUnavailable } from '../../ports/public-chain.ts';
import type { RpcNode } from './rpc-node.ts';

/** All nodes of one chain. */
export interface RpcNodes {
  readonly all: readonly RpcNode[];
  /**
   * Does a set of reads on one node, and on the next one when that fails, so that everything read together
   * comes from the same node. Rejects with `ChainUnavailable` when it fails on all.
   */
  read<T>(work: (node: RpcNode) => Promise<T>): Promise<T>;
  /**
   * Reads from node after node until a response is good enough.
   * @returns every response so far; only the last can be good enough. Rejects with `ChainUnavailable` when no node
   * responded.
   */
  readUntil<T>(
    isGoodEnough: (response: T) => boolean,
    work: (node: RpcNode) => Promise<T>,
  ): Promise<readonly [T, ...T[]]>;
}

/** @returns the nodes as one; the one that responded last is called first. */
export function createRpcNodes(chainId: number, nodes: readonly RpcNode[]): RpcNodes {
  if (nodes.length === 0) throw new Error(`Chain ${chainId} has no RPC URL.`);
  let order = nodes;
  async function readUntil<T>(
    isGoodEnough: (response: T) => boolean,
    work: (node: RpcNode) => Promise<T>,
  ): Promise<readonly [T, ...T[]]> {
    const responses: T[] = [];
    const causes: unknown[] = [];
    for (const node of order) {
      try {
        const response = await work(node);
        responses.push(response);
        if (!isGoodEnough(response)) continue;
        if (order[0] !== node) order = [node, ...nodes.filter((other) => other !== node)];
        break;
      } catch (cause) {
        causes.push(cause);
      }
    }
    const [first, ...others] = responses;
    if (first === undefined) {
      throw new ChainUnavailable(chainId, new AggregateError(causes, 'Every node failed.'));
    }
    return [first, ...others];
  }
  return {
    all: nodes,
    readUntil,
    read: async (work) => (await readUntil(() => true, work))[0],
  };
}
