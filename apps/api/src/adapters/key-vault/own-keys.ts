import { keccak256, toHex } from 'viem';
import type { PrivateAddress } from '#domain/address/address';
import { publicAddressOf } from '#pool/account-key';
import {
  deriveAccountKey,
  deriveKeys,
  deriveViewingKey,
  type ViewingKeys,
  viewingKeysOf,
} from '#pool/keys';
import { unpackSight } from '#pool/pack-sight';
import type { PublicSigner, RevealedKeys, WalletAddresses } from '../../ports/key-vault.ts';
import { publicSigner } from './public-signer.ts';
import { deriveKey, open, seal, wiping } from './seal.ts';
import { toPhrase } from './to-phrase.ts';
import { toPublicAccount, toSeed } from './to-seed.ts';

/** What the server has of a wallet: the 16 bytes behind its 12 words, or the 96 bytes that only see it. */
export interface OwnKeys {
  readonly kind: 'seed' | 'sight';
  readonly bytes: Buffer;
}

const TAG_AND_HEAD_BYTES = 29;
const SIGHT_BYTES = 96;
const KEY_BYTES = 32;

/** Encrypts what the server has of a wallet under the user's data key. */
export function sealOwnKeys(
  dataKey: Uint8Array,
  userId: string,
  { kind, bytes }: { readonly kind: OwnKeys['kind']; readonly bytes: Uint8Array },
): Buffer {
  if (kind === 'sight' && unpackSight(bytes) === null) {
    throw new Error('These bytes are not the sight of a wallet.');
  }
  return wiping(deriveKey(dataKey, kind), (key) => seal(key, bytes, [kind, userId]));
}

/**
 * Opens what `sealOwnKeys` made, whose key and context say which it is: neither opens as the other. The caller
 * overwrites it.
 */
export function openOwnKeys(dataKey: Uint8Array, userId: string, sealed: Uint8Array): OwnKeys {
  const kind = sealed.length === TAG_AND_HEAD_BYTES + SIGHT_BYTES ? 'sight' : 'seed';
  const bytes = wiping(deriveKey(dataKey, kind), (key) => open(key, sealed, [kind, userId]));
  return { kind, bytes };
}

/** @returns the private viewing key, 32 bytes, which either of both kinds has */
export function viewingKeyOf({ kind, bytes }: OwnKeys): Buffer {
  if (kind === 'sight') return Buffer.from(Uint8Array.from(bytes.subarray(0, KEY_BYTES)));
  return wiping(toSeed(toPhrase(bytes)), (seed) => Buffer.from(deriveViewingKey(seed)));
}

/** @returns what finds the private money of the wallet and moves none of it, which either of both kinds has */
export function viewingKeysOfOwn({ kind, bytes }: OwnKeys): ViewingKeys {
  if (kind === 'sight') {
    const sight = wiping(Uint8Array.from(bytes), unpackSight);
    if (sight === null) throw new Error('These bytes are not the sight of a wallet.');
    return sight;
  }
  const keys = wiping(toSeed(toPhrase(bytes)), deriveKeys);
  keys.account.fill(0);
  return wiping(keys.spending, () => viewingKeysOf(keys));
}

/** @returns the key of what the public address shields, 32 bytes: the hash of its signature of this message */
export async function shieldKeyOf(
  { kind, bytes }: OwnKeys,
  message: string,
): Promise<`0x${string}`> {
  if (kind === 'sight') return toHex(Uint8Array.from(bytes.subarray(2 * KEY_BYTES)));
  return keccak256(await signerOf(bytes).signMessage(message));
}

/** @returns both addresses of the wallet of 16 bytes */
export async function deriveAddresses(
  entropy: Uint8Array,
  derivePrivateAddress: (seed: Uint8Array) => Promise<PrivateAddress>,
): Promise<WalletAddresses> {
  const seed = toSeed(toPhrase(entropy));
  try {
    return {
      publicAddress: wiping(deriveAccountKey(seed), publicAddressOf),
      privateAddress: await derivePrivateAddress(seed),
    };
  } finally {
    seed.fill(0);
  }
}

/** @returns a signer for the public address of the 12 words behind 16 bytes */
export function signerOf(entropy: Uint8Array): PublicSigner {
  return publicSigner(wiping(toSeed(toPhrase(entropy)), deriveAccountKey));
}

/** @returns the words and the key of the public address of 16 bytes */
export function revealSeed(entropy: Uint8Array): RevealedKeys {
  const phrase = toPhrase(entropy);
  const node = wiping(toSeed(phrase), toPublicAccount).getHdKey();
  if (node.privateKey === null) throw new Error('A phrase always has a private key.');
  const privateKey = toHex(node.privateKey);
  node.wipePrivateData();
  return { phrase, privateKey };
}
