import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE } from '@noble/curves/utils.js';
import { sha512 } from '@noble/hashes/sha2.js';

const { Point } = ed25519;
/** Without the table that noble makes for the point of its own at first use, which takes longer than what it saves. */
const BASE = Point.fromAffine(Point.BASE.toAffine());

/** @returns 32 bytes, a point of Ed25519 (RFC 8032, 5.1.5) */
export function viewingPublicKeyOf(viewing: Uint8Array): Uint8Array {
  return BASE.multiply(viewingScalar(viewing)).toBytes();
}

/** @returns the number that a private viewing key of 32 bytes multiplies points by; throws for another length */
export function viewingScalar(viewing: Uint8Array): bigint {
  if (viewing.length !== 32) throw new Error('A viewing key has 32 bytes.');
  const digest = sha512(viewing);
  const head = digest.subarray(0, 32);
  head[0] = (head[0] ?? 0) & 0xf8;
  head[31] = ((head[31] ?? 0) & 0x7f) | 0x40;
  const scalar = Point.Fn.create(bytesToNumberLE(head));
  digest.fill(0);
  return scalar;
}
