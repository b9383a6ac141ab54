import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberBE, concatBytes, numberToBytesBE } from '@noble/curves/utils.js';
import type { PrivateAddress } from '#domain/address/address';
import { decodeBech32m } from '#domain/address/decode-bech32m';
import { encodeBech32m } from '#domain/address/encode-bech32m';
import { parsePrivateAddress } from '#domain/address/parse-private-address';
import { FIELD_ORDER } from './poseidon-constants.ts';

/** The keys that a private address consists of. */
export interface PrivateAddressKeys {
  /** Below the order of the pool's field: what spends its notes. */
  readonly masterPublicKey: bigint;
  /** 32 bytes, a point of Ed25519: what finds its notes, and signs for it. */
  readonly viewingPublicKey: Uint8Array;
}

const VERSION = 1;
/** All networks: eight bytes of ones, obfuscated with RAILGUN's name. */
const ALL_NETWORKS = new TextEncoder().encode('railgun\0').map((mask) => mask ^ 0xff);

/**
 * Reads the keys of a `0zk` address that is valid on a network. Each key has one form: others that would count as the
 * same in the pool, or fit several signatures, are refused.
 * @returns null when the text is no such address
 */
export function privateAddressKeys(text: string, chainId: number): PrivateAddressKeys | null {
  if (!parsePrivateAddress(text, chainId).ok) return null;
  const bytes = decodeBech32m(text)?.bytes;
  if (bytes === undefined) return null;
  const masterPublicKey = bytesToNumberBE(bytes.slice(1, 33));
  const viewingPublicKey = bytes.slice(41, 73);
  if (masterPublicKey >= FIELD_ORDER || !isOfFullOrder(viewingPublicKey)) return null;
  return { masterPublicKey, viewingPublicKey };
}

/** @returns the `0zk` address of these keys on every network, in lower case */
export function encodePrivateAddress({
  masterPublicKey,
  viewingPublicKey,
}: PrivateAddressKeys): PrivateAddress {
  const master = numberToBytesBE(masterPublicKey, 32);
  const bytes = concatBytes(Uint8Array.of(VERSION), master, ALL_NETWORKS, viewingPublicKey);
  return encodeBech32m('0zk', bytes) as PrivateAddress;
}

/** A key made from a private one always is; one with a part of small order has companions that behave like it. */
function isOfFullOrder(publicKey: Uint8Array): boolean {
  try {
    const point = ed25519.Point.fromBytes(publicKey);
    return !point.is0() && point.isTorsionFree();
  } catch {
    return false;
  }
}
