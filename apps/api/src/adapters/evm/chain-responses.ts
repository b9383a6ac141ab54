import type { ChainResponses } from '../../ports/chain-responses.ts';
import type { RpcNodes } from './rpc-nodes.ts';

/** @returns what the nodes of a chain say */
export function createChainResponses(nodes: Pick<RpcNodes, 'read'>): ChainResponses {
  return {
    respond: (requests) =>
      nodes.read((node) =>
        Promise.all(
          requests.map(async ({ id, method, params }) => ({
            id,
            result: await node.call(method, params),
          })),
        ),
      ),
  };
}
