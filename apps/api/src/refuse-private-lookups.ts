import dns, { type LookupAddress } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

type Resolved = (
  error: NodeJS.ErrnoException | null,
  found: string | readonly LookupAddress[],
  family?: number,
) => void;

/**
 * From now on, no connection of this process is made to a name that resolves to an address which is not public. Every
 * client in Node (fetch, https, net, tls) resolves with `dns.lookup` when it is given no other function, and connects
 * to what that returned, so a name cannot change between the check and the connection. An address that was configured
 * as such is not resolved, and is judged when the configuration is read.
 * @param exempt names that may resolve to any address
 * @returns what ends it
 */
export function refusePrivateLookups(exempt: readonly string[]): () => void {
  const lookup = dns.lookup;
  const names = new Set(exempt.map(normalName));
  const checked = (hostname: string, ...rest: readonly unknown[]) => {
    const callback = rest.at(-1);
    const isChecked = isIP(hostname) === 0 && !names.has(normalName(hostname));
    if (!isChecked || typeof callback !== 'function') {
      return Reflect.apply(lookup, dns, [hostname, ...rest]);
    }
    const onResolved: Resolved = (error, found, family) => {
      const refused = error ?? refusalOf(hostname, found);
      if (refused === null) callback(null, found, family);
      else callback(refused, undefined, undefined);
    };
    return Reflect.apply(lookup, dns, [hostname, ...rest.slice(0, -1), onResolved]);
  };
  const use = (resolve: object) => {
    Object.assign(dns, { lookup: resolve });
    syncBuiltinESMExports();
  };
  // `util.promisify` reads from the function how to pass on an address and its family.
  use(Object.defineProperties(checked, Object.getOwnPropertyDescriptors(lookup)));
  return () => use(lookup);
}

function refusalOf(
  hostname: string,
  found: string | readonly LookupAddress[],
): PrivateAddressRefused | null {
  const addresses = typeof found === 'string' ? [found] : found.map(({ address }) => address);
  return addresses.every(isPublicAddress) ? null : new PrivateAddressRefused(hostname);
}

function normalName(hostname: string): string {
  return hostname.toLowerCase().replace(/\.+$/, '');
}

/** A name resolves to this machine or into a private network. */
export class PrivateAddressRefused extends Error {
  readonly code = 'EPRIVATE';
  constructor(hostname: string) {
    super(
      `${hostname} resolves to an address that is not public. If it is meant to, list it in ALLOW_PRIVATE_URLS.`,
    );
    this.name = 'PrivateAddressRefused';
  }
}
