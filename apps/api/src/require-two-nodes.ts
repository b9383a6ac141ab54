import type { ChainsConfig, CommonConfig } from './config-groups.ts';
import { ConfigNotValid } from './config-not-valid.ts';
import type { ConfiguredNetwork } from './networks.ts';

/**
 * Throws `ConfigNotValid` in production when a network has one RPC URL: no other node could contradict it or take its
 * place.
 */
export function requireTwoNodes(
  { mode, allowsSingleNode }: Pick<CommonConfig, 'mode'> & Pick<ChainsConfig, 'allowsSingleNode'>,
  networks: readonly (Pick<ConfiguredNetwork, 'rpcUrls'> & {
    readonly network: { readonly slug: string };
  })[],
): void {
  if (mode !== 'production' || allowsSingleNode) return;
  const single = networks.find(({ rpcUrls }) => new Set(rpcUrls).size < 2);
  if (single === undefined) return;
  const { slug } = single.network;
  throw new ConfigNotValid(
    `${slug} needs two RPC URLs (${slug.toUpperCase()}_RPC_URLS, or rpcUrls in NETWORKS_FILE). To depend on one node, set ALLOW_SINGLE_RPC=true.`,
  );
}
