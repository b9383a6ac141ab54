import type { PublicAddress } from '#domain/address/address';
import { NodeSilent, type RpcNode } from './rpc-node.ts';
import { bytes } from './rpc-values.ts';

/**
 * Refuses a node that lacks the contracts which are to be called, as one that has not loaded its state yet: to it, a
 * call is a plain payment, which seems to succeed with a fraction of the gas. Rejects with `NodeSilent`.
 */
export async function requireCode(
  node: RpcNode,
  contracts: readonly PublicAddress[],
): Promise<void> {
  await Promise.all(
    [...new Set(contracts)].map(async (address) => {
      const code = bytes.parse(await node.call('eth_getCode', [address, 'latest']));
      if (code === '0x')
        throw new NodeSilent(node.host, new Error(`It has no code at ${address}.`));
    }),
  );
}
