import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, bytesToNumberBE, concatBytes, hexToBytes } from '@noble/curves/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { NoteCiphertext } from './hashes.ts';
import { viewingScalar } from './viewing-key.ts';

/** What a ciphertext says of its note. */
export interface OpenedCiphertext {
  /** The receiver's, or that and the sender's mixed by XOR when the sender is shown. */
  readonly masterPublicKey: bigint;
  /** 16 bytes as 0x and hex. */
  readonly random: string;
  readonly token: bigint;
  readonly value: bigint;
  readonly memo: Uint8Array;
}

/** What only the sender reads of a note: for what it was, and what opens it once more. */
export interface Annotation {
  /** RAILGUN's number: 0 a payment, 1 the broadcaster's fee, 2 change. */
  readonly outputType: number;
  /** 15 bytes as 0x and hex. */
  readonly senderRandom: string;
}

const BLOCK_BYTES = 16;
const WORD_BYTES = 32;
const OPENED_BYTES = 3 * WORD_BYTES;
const COUNTER_BITS = 128;

/**
 * Opens a ciphertext with the private viewing key of one side, 32 bytes, and the blinded key of the other: the result is
 * the same for both sides.
 * @returns null when it doesn't open
 */
export async function openCiphertext(
  { ciphertext, memo }: NoteCiphertext,
  { viewing, blindedKey }: { readonly viewing: Uint8Array; readonly blindedKey: string },
): Promise<OpenedCiphertext | null> {
  const shared = sharedKey(viewing, blindedKey);
  if (shared === null) return null;
  const [head, ...data] = ciphertext.map(bytesOfHex);
  if (head === undefined) return null;
  const [iv, tag] = [head.slice(0, BLOCK_BYTES), head.slice(BLOCK_BYTES)];
  const sealed = concatBytes(...data, bytesOfHex(memo), tag);
  const opened = await decrypt(shared, { name: 'AES-GCM', iv }, sealed);
  shared.fill(0);
  if (opened === null || opened.length < OPENED_BYTES) return null;
  return {
    masterPublicKey: bytesToNumberBE(opened.subarray(0, WORD_BYTES)),
    token: bytesToNumberBE(opened.subarray(WORD_BYTES, 2 * WORD_BYTES)),
    random: `0x${bytesToHex(opened.subarray(2 * WORD_BYTES, 2 * WORD_BYTES + BLOCK_BYTES))}`,
    value: bytesToNumberBE(opened.subarray(2 * WORD_BYTES + BLOCK_BYTES, OPENED_BYTES)),
    memo: opened.slice(OPENED_BYTES),
  };
}

/** @returns what the sender's wallet noted beside a note; null when it is too short. It isn't authenticated. */
export async function openAnnotation(
  { annotationData }: Pick<NoteCiphertext, 'annotationData'>,
  viewing: Uint8Array,
): Promise<Annotation | null> {
  const bytes = bytesOfHex(annotationData);
  if (bytes.length < 2 * BLOCK_BYTES) return null;
  const counter = bytes.slice(0, BLOCK_BYTES);
  const cipher = { name: 'AES-CTR', counter, length: COUNTER_BITS } as const;
  const opened = await decrypt(viewing, cipher, bytes.slice(BLOCK_BYTES));
  const [outputType, ...rest] = opened?.subarray(0, BLOCK_BYTES) ?? [];
  if (outputType === undefined) return null;
  return { outputType, senderRandom: `0x${bytesToHex(Uint8Array.from(rest))}` };
}

/** What a shield keeps of its note for its receiver, each 32 bytes as 0x and hex. */
export interface ShieldCiphertext {
  readonly encryptedBundle: readonly string[];
  /** The public one of the payer's shield key. */
  readonly shieldKey: string;
}

/**
 * Opens what a shield says of its note, with the private viewing key of its receiver, 32 bytes.
 * @returns the random part of the note's public key, 16 bytes as 0x and hex; null when it doesn't open
 */
export async function openShield(
  { encryptedBundle, shieldKey }: ShieldCiphertext,
  viewing: Uint8Array,
): Promise<string | null> {
  const shared = sharedKey(viewing, shieldKey);
  const [head, random] = encryptedBundle.map(bytesOfHex);
  if (shared === null || head === undefined || random === undefined) return null;
  const [iv, tag] = [head.slice(0, BLOCK_BYTES), head.slice(BLOCK_BYTES)];
  const sealed = concatBytes(random.slice(0, BLOCK_BYTES), tag);
  const opened = await decrypt(shared, { name: 'AES-GCM', iv }, sealed);
  shared.fill(0);
  return opened === null ? null : `0x${bytesToHex(opened)}`;
}

/** @returns 32 bytes, the same for both sides of a note; null when the blinded key is no point of the curve */
function sharedKey(viewing: Uint8Array, blindedKey: string): Uint8Array | null {
  const scalar = viewingScalar(viewing);
  try {
    return sha256(ed25519.Point.fromBytes(bytesOfHex(blindedKey)).multiply(scalar).toBytes());
  } catch {
    return null;
  }
}

type Cipher =
  | { readonly name: 'AES-GCM'; readonly iv: Uint8Array<ArrayBuffer> }
  | {
      readonly name: 'AES-CTR';
      readonly counter: Uint8Array<ArrayBuffer>;
      readonly length: number;
    };

/** @returns null when the bytes don't open with the key, 32 bytes */
async function decrypt(
  key: Uint8Array,
  cipher: Cipher,
  sealed: Uint8Array,
): Promise<Uint8Array | null> {
  const { subtle } = globalThis.crypto;
  const form =
    cipher.name === 'AES-GCM' ? { name: 'AES-GCM', length: 256 } : { name: 'AES-CTR', length: 256 };
  const imported = await subtle.importKey('raw', Uint8Array.from(key), form, false, ['decrypt']);
  try {
    return new Uint8Array(await subtle.decrypt(cipher, imported, Uint8Array.from(sealed)));
  } catch {
    return null;
  }
}

function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hexToBytes(hex.slice(2)));
}
