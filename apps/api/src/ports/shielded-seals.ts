import { copySecret } from './copy-secret.ts';

/** What opens a user's private wallet and what was found for it. Overwritten after use. */
export interface ShieldedSecrets {
  /** The 16 bytes behind the 12 words, or the 96 bytes of the sight of a wallet whose owner keeps the keys. */
  readonly keys: Uint8Array;
  /** 32 bytes under which the pool's software stores the wallet on disk. */
  readonly encryptionKey: Uint8Array;
  /** 32 bytes that seal balances and history. */
  readonly viewKey: Uint8Array;
}

/** The key of one run of the process with the pool, as that process publishes it. */
export interface PublishedKey {
  readonly keyId: string;
  readonly publicKey: Uint8Array;
  /** Proves that it comes from a process with the secret that the API and the pool's process share. */
  readonly mac: Uint8Array;
}

/** A key made for one run: what is sealed to it can be opened as long as the process lives. */
export interface RunKey extends PublishedKey {
  /** Opens what `sealTo` made. Throws when key, context or bytes are not the same. */
  open(sealed: Uint8Array, context: readonly string[]): Buffer;
}

/** Seals for our own processes and for users. `context` binds owner and purpose, so a row cannot be moved. */
export interface ShieldedSeals {
  createRunKey(chainId: number): RunKey;
  /** False for a key that none of our processes published for this chain. */
  isOurs(key: PublishedKey, chainId: number): boolean;
  /**
   * Signs a text for our own processes, so that a row from anyone else is recognized.
   * @returns 32 bytes that only the API and the pool's process can make.
   */
  sign(purpose: string, text: string): Buffer;
  isSigned(purpose: string, text: string, signature: Uint8Array): boolean;
  /** Only the API and the pool's process can seal what that key opens. */
  sealTo(publicKey: Uint8Array, plain: Uint8Array, context: readonly string[]): Buffer;
  /** Seals with a key of 32 bytes that both sides have. */
  sealWith(key: Uint8Array, plain: Uint8Array, context: readonly string[]): Buffer;
  /** Opens what `sealWith` made. Throws when key, context or bytes are not the same. */
  openWith(key: Uint8Array, sealed: Uint8Array, context: readonly string[]): Buffer;
  /** @returns 32 bytes that are the same for the same text and context, and say nothing about it without the key */
  tagWith(key: Uint8Array, text: string, context: readonly string[]): Buffer;
}

const ENTROPY_BYTES = 16;
const SIGHT_BYTES = 96;
const KEY_BYTES = 32;

/** @returns the secrets in one array of 80 or 160 bytes, in the order of the type's fields */
export function packSecrets({ keys, encryptionKey, viewKey }: ShieldedSecrets): Uint8Array {
  const packed = new Uint8Array(keys.length + 2 * KEY_BYTES);
  packed.set(keys, 0);
  packed.set(encryptionKey, keys.length);
  packed.set(viewKey, keys.length + KEY_BYTES);
  return packed;
}

/** @returns copies of what was packed. Throws when it has another length. */
export function unpackSecrets(packed: Uint8Array): ShieldedSecrets {
  const length = packed.length - 2 * KEY_BYTES;
  if (length !== ENTROPY_BYTES && length !== SIGHT_BYTES) {
    throw new Error(`Packed secrets have ${packed.length} bytes.`);
  }
  // A Buffer's own slice would keep pointing at the bytes that are overwritten afterwards.
  const copy = (from: number, to?: number) => copySecret(packed.subarray(from, to));
  return {
    keys: copy(0, length),
    encryptionKey: copy(length, length + KEY_BYTES),
    viewKey: copy(length + KEY_BYTES),
  };
}

/** What opens the private wallet of a claim. Overwritten after use. */
export interface ClaimSecrets {
  /** The 16 bytes behind its 12 words. */
  readonly entropy: Uint8Array;
  /** No note of it is in an earlier block; null when that is not known. */
  readonly createdAtBlock: number | null;
}

const BLOCK_BYTES = 4;
const NO_BLOCK = 2 ** 32 - 1;

/** @returns the secrets in one array of 20 bytes, in the order of the type's fields */
export function packClaim({ entropy, createdAtBlock }: ClaimSecrets): Uint8Array {
  const packed = new Uint8Array(ENTROPY_BYTES + BLOCK_BYTES);
  packed.set(entropy, 0);
  new DataView(packed.buffer).setUint32(ENTROPY_BYTES, createdAtBlock ?? NO_BLOCK);
  return packed;
}

/** @returns copies of what was packed. Throws when it has another length. */
export function unpackClaim(packed: Uint8Array): ClaimSecrets {
  if (packed.length !== ENTROPY_BYTES + BLOCK_BYTES) {
    throw new Error(`Packed secrets of a claim have ${packed.length} bytes.`);
  }
  const { buffer, byteOffset } = packed;
  const block = new DataView(buffer, byteOffset).getUint32(ENTROPY_BYTES);
  return {
    entropy: copySecret(packed.subarray(0, ENTROPY_BYTES)),
    createdAtBlock: block === NO_BLOCK ? null : block,
  };
}

/** The operation that the wallet of a claim is sealed for: it opens for no other. */
export function claimWalletContext(operationId: string, chainId: number): readonly string[] {
  return ['claim wallet', operationId, String(chainId)];
}

/** The owner and purpose of a sealed wallet: it opens in no other place. */
export function walletContext(userId: string, chainId: number): readonly string[] {
  return ['shielded wallet', userId, String(chainId)];
}

/** True for the sight of a wallet, which opens it without a key that spends. */
export function isSight({ keys }: Pick<ShieldedSecrets, 'keys'>): boolean {
  return keys.length === SIGHT_BYTES;
}
