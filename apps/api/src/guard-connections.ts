import { requireOutgoingUrls } from './config.ts';
import type { CommonConfig } from './config-groups.ts';
import type { ConfiguredNetwork } from './networks.ts';
import { refusePrivateLookups } from './refuse-private-lookups.ts';

/** Of the configuration, what says where this process may connect to. */
export type ConnectionRules = Pick<CommonConfig, 'mode' | 'privateHosts' | 'databaseHost'> & {
  /** Where this process itself listens. */
  readonly host?: string;
};

/**
 * In production, throws `ConfigNotValid` when a node of the networks has no TLS or is not public, and from then on
 * refuses to connect to a name that resolves to an address which is not public. Call it before the first connection.
 */
export function guardConnections(
  config: ConnectionRules,
  networks: readonly (Pick<ConfiguredNetwork, 'rpcUrls'> & {
    readonly network: { readonly slug: string };
  })[],
): void {
  if (config.mode !== 'production') return;
  requireOutgoingUrls(
    config,
    networks.flatMap(({ network, rpcUrls }) =>
      rpcUrls.map((url) => ({ name: `RPC URL of ${network.slug}`, url })),
    ),
  );
  const { privateHosts, databaseHost, host } = config;
  refusePrivateLookups([...privateHosts, ...[databaseHost ?? [], host ?? []].flat()]);
}
