import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { poseidonHash } from './poseidon.ts';

/** What someone who opens a note reveals of it. */
export interface NoteContent {
  readonly masterPublicKey: bigint;
  /** 16 bytes as 0x and hex. */
  readonly random: string;
  /** Contract, `0x…` */
  readonly token: string;
  readonly value: bigint;
}

/** The pool has 16 bytes for a value. */
const VALUE_LIMIT = 2n ** 128n;

/** @returns the public key of a note for the holder of this master key, below the order of the field */
export function notePublicKey({
  masterPublicKey,
  random,
}: Pick<NoteContent, 'masterPublicKey' | 'random'>): bigint {
  return poseidonHash([masterPublicKey, BigInt(random)]);
}

/**
 * @returns the hash under which the pool records a note, from which no other note has the same; null for a value that
 *   no note can have
 */
export function commitmentOf({ token, value, ...holder }: NoteContent): bigint | null {
  if (value < 0n || value >= VALUE_LIMIT) return null;
  return poseidonHash([notePublicKey(holder), BigInt(token), value]);
}

/** @returns the hash that the pool records of what leaves it to a public address; null as for a note */
export function unshieldCommitmentOf({
  recipient,
  token,
  value,
}: Pick<NoteContent, 'token' | 'value'> & { readonly recipient: string }): bigint | null {
  if (value < 0n || value >= VALUE_LIMIT) return null;
  return poseidonHash([BigInt(recipient), BigInt(token), value]);
}

/** @returns what the pool records of a note at a position of its tree once it is spent */
export function nullifierOf(nullifyingKey: bigint, position: number): bigint {
  return poseidonHash([nullifyingKey, BigInt(position)]);
}

/**
 * Blinds a viewing key as the sender's wallet does for a note.
 * @param randoms the note's own, 16 bytes, and its sender's, 15 bytes, as 0x and hex
 * @returns 32 bytes as 0x and hex; null when the key is no point of the curve
 */
export function blindedViewingKey(
  viewingPublicKey: Uint8Array,
  randoms: { readonly random: string; readonly senderRandom: string },
): string | null {
  const mixed = BigInt(randoms.random) ^ BigInt(randoms.senderRandom);
  const scalar = bytesToNumberBE(sha512(numberToBytesBE(mixed, 32))) % ed25519.Point.Fn.ORDER;
  try {
    const point = ed25519.Point.fromBytes(viewingPublicKey).multiplyUnsafe(scalar);
    return `0x${bytesToHex(point.toBytes())}`;
  } catch {
    return null;
  }
}
