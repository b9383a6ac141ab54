import type { Post } from './rpc-node.ts';
import { connectRpcNodes, type RpcNodes } from './rpc-nodes.ts';

/** @returns the nodes of a chain as the server calls them, patient with a busy machine. */
export function nodesAt(options: {
  readonly chainId: number;
  readonly rpcUrls: readonly string[];
  readonly timeoutMs?: number;
  readonly post?: Post;
}): RpcNodes {
  const clock = { now: () => new Date() };
  return connectRpcNodes({ timeoutMs: 60_000, clock, report: () => {}, ...options });
}
