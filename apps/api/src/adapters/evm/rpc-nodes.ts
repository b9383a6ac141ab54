import { ChainUnavailable } from '../../ports/public-chain.ts';
import { createCheckedNode } from './checked-node.ts';
import type { Availability, NodeChecks } from './node-state.ts';
import { createRpcNode, type Post, type RpcNode } from './rpc-node.ts';

/** All nodes of one chain. */
export interface RpcNodes {
  /** Those that signed bytes go to; those that rest are awaited only when all do. */
  forBroadcast(): { readonly awaited: readonly RpcNode[]; readonly others: readonly RpcNode[] };
  /**
   * Does a set of reads on one node, and on the next one when that fails, so that everything read together
   * comes from the same node. Rejects with `ChainUnavailable` when it fails on all.
   */
  read<T>(work: (node: RpcNode) => Promise<T>): Promise<T>;
  /**
   * Reads from node after node until a response is good enough. A node that rests is called when no other responded.
   * @returns every response so far; only the last can be good enough. Rejects with `ChainUnavailable` when no node
   * responded.
   */
  readUntil<T>(
    isGoodEnough: (response: T) => boolean,
    work: (node: RpcNode) => Promise<T>,
  ): Promise<readonly [T, ...T[]]>;
  /**
   * Requests the chain id of every node that has not named it yet. Never rejects.
   * @returns what to expect of each node, in the order of their URLs; one that is silent so far is not on another chain.
   */
  check(): Promise<readonly Availability[]>;
}

/** A node, checked or not. */
type Member = RpcNode & {
  readonly availability?: () => Availability;
  readonly check?: () => Promise<void>;
};

/** @returns the nodes at these URLs as one. `timeoutMs` is for one request to one node. */
export function connectRpcNodes(
  options: NodeChecks & {
    readonly rpcUrls: readonly string[];
    readonly timeoutMs: number;
    readonly post?: Post;
  },
): RpcNodes {
  const { chainId, rpcUrls, timeoutMs, post = fetch } = options;
  return createRpcNodes(
    chainId,
    rpcUrls.map((url) => createCheckedNode(createRpcNode({ url, timeoutMs, post }), options)),
  );
}

/** @returns the nodes as one; the one that responded last is called first. */
export function createRpcNodes(chainId: number, nodes: readonly Member[]): RpcNodes {
  if (nodes.length === 0) throw new Error(`Chain ${chainId} has no RPC URL.`);
  let order = nodes;
  function byAvailability() {
    const found = order.map((node) => ({ node, availability: availabilityOf(node) }));
    const those = (wanted: Availability) =>
      found.flatMap(({ node, availability }) => (availability === wanted ? [node] : []));
    return { ready: those('ready'), resting: those('resting') };
  }
  async function readUntil<T>(
    isGoodEnough: (response: T) => boolean,
    work: (node: RpcNode) => Promise<T>,
  ): Promise<readonly [T, ...T[]]> {
    const responses: T[] = [];
    const causes: unknown[] = [];
    const { ready, resting } = byAvailability();
    for (const node of [...ready, ...resting]) {
      if (responses.length > 0 && resting.includes(node)) break;
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
    forBroadcast() {
      const { ready, resting } = byAvailability();
      return ready.length > 0
        ? { awaited: ready, others: resting }
        : { awaited: resting, others: [] };
    },
    readUntil,
    read: async (work) => (await readUntil(() => true, work))[0],
    check: async () => {
      await Promise.all(nodes.map((node) => node.check?.()));
      return nodes.map(availabilityOf);
    },
  };
}

function availabilityOf(node: Member): Availability {
  return node.availability?.() ?? 'ready';
}
