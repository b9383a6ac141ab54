import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberBE } from '@noble/curves/utils.js';
import { decodeBech32m } from '#domain/address/decode-bech32m';
import { parsePrivateAddress } from '#domain/address/parse-private-address';
import { FIELD_ORDER } from './poseidon.ts';

/** The keys that a private address consists of. */
export interface PrivateAddressKeys {
  /** Below the order of the pool's field: what spends its notes. */
  readonly masterPublicKey: bigint;
  /** 32 bytes, a point of Ed25519: what finds its notes, and signs for it. */
  readonly viewingPublicKey: Uint8Array;
}

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

/** A key made from a private one always is; one with a part of small order has companions that behave like it. */
function isOfFullOrder(publicKey: Uint8Array): boolean {
  try {
    const point = ed25519.Point.fromBytes(publicKey);
    return !point.is0() && point.isTorsionFree();
  } catch {
    return false;
  }
}
