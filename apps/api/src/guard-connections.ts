import { type Config, requireOutgoingUrls } from './config.ts';
import type { ConfiguredNetwork } from './networks.ts';
import { refusePrivateLookups } from './refuse-private-lookups.ts';

/** Of the configuration, what says where this process may connect to. */
export type ConnectionRules = Pick<Config, 'mode' | 'privateHosts' | 'databaseHost' | 'host'>;

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
  refusePrivateLookups([...privateHosts, ...(databaseHost === null ? [] : [databaseHost]), host]);
}
