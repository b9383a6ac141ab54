import type { PrivateAddress } from './address.ts';
import { decodeBech32m } from './decode-bech32m.ts';

export type ParsedPrivateAddress =
  | { readonly ok: true; readonly address: PrivateAddress }
  | { readonly ok: false; readonly problem: 'not-private' | 'other-network' };

const PREFIX = '0zk';
const VERSION = 1;
const LENGTH = 73;
/** Version, then the master public key; the viewing public key follows the network. */
const NETWORK_AT = 33;
const NETWORK_LENGTH = 8;
const ALL_NETWORKS = 2n ** 64n - 1n;
/** Obfuscates the network id. */
const MASK = 'railgun';

/**
 * Reads a RAILGUN address: bech32m of a version, two keys and the networks it is for, all or one.
 * @returns it in lower case, or why it cannot be paid on the chain with this id.
 */
export function parsePrivateAddress(text: string, chainId: number): ParsedPrivateAddress {
  const decoded = decodeBech32m(text);
  if (decoded === null || decoded.prefix !== PREFIX || decoded.bytes.length !== LENGTH) {
    return { ok: false, problem: 'not-private' };
  }
  if (decoded.bytes[0] !== VERSION) return { ok: false, problem: 'not-private' };
  const network = networkOf(decoded.bytes);
  if (network !== ALL_NETWORKS && network !== BigInt(chainId)) {
    return { ok: false, problem: 'other-network' };
  }
  return { ok: true, address: text.toLowerCase() as PrivateAddress };
}

/** The kind of chain in the first byte, 0 for EVM chains, and its id in the other seven. */
function networkOf(bytes: Uint8Array): bigint {
  const masked = bytes.slice(NETWORK_AT, NETWORK_AT + NETWORK_LENGTH);
  let network = 0n;
  for (const [index, byte] of masked.entries()) {
    const mask = index < MASK.length ? MASK.charCodeAt(index) : 0;
    network = (network << 8n) | BigInt(byte ^ mask);
  }
  return network;
}
