import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE, concatBytes, numberToBytesBE } from '@noble/curves/utils.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { poseidonHash } from './poseidon.ts';
import { derivePublicSpendingKey, type PublicSpendingKey } from './spending-key.ts';
import { viewingPublicKeyOf } from './viewing-key.ts';

/** The three private keys of a wallet, 32 bytes each. None leads to another. */
export interface WalletKeys {
  /** secp256k1: of the public address. */
  readonly account: Uint8Array;
  /** Baby Jubjub: spends the notes. */
  readonly spending: Uint8Array;
  /** Ed25519: finds the notes and opens them. */
  readonly viewing: Uint8Array;
}

/** What follows from the viewing key and the public spending key: all but spending. */
export interface ViewingKeys {
  /** 32 bytes; wipe them with the key that they came from. */
  readonly viewing: Uint8Array;
  readonly viewingPublicKey: Uint8Array;
  readonly publicSpendingKey: PublicSpendingKey;
  readonly nullifyingKey: bigint;
  /** Below the order of the pool's field: what the notes are for. */
  readonly masterPublicKey: bigint;
}

const KEY_BYTES = 32;
const HARDENED = 0x8000_0000;
/** BIP-44, the first account of Ethereum: `m/44'/60'/0'/0/0`. */
const ACCOUNT_PATH = [44 + HARDENED, 60 + HARDENED, HARDENED, 0, 0];
/** RAILGUN's paths of the first wallet of a phrase: `m/44'/1984'/0'/0'/0'` and `m/420'/1984'/0'/0'/0'`. */
const SPENDING_PATH = [44, 1984, 0, 0, 0].map((index) => index + HARDENED);
const VIEWING_PATH = [420, 1984, 0, 0, 0].map((index) => index + HARDENED);
/** What the first node is made with. */
const [BIP_32, BABY_JUBJUB] = ['Bitcoin seed', 'babyjubjub seed'];

/** Derives the keys of a phrase's seed, 64 bytes (BIP-39), as every other wallet does. */
export function deriveKeys(seed: Uint8Array): WalletKeys {
  return {
    account: deriveAccountKey(seed),
    spending: deriveSpendingKey(seed),
    viewing: deriveViewingKey(seed),
  };
}

/** @returns 32 bytes. Source: BIP-32. */
export function deriveAccountKey(seed: Uint8Array): Uint8Array {
  return deriveNode(seed, { master: BIP_32, path: ACCOUNT_PATH, childOf: curveChildOf });
}

/** @returns 32 bytes. Source: `bip32.ts` of RAILGUN's engine, which is BIP-32 with another master and no curve. */
export function deriveSpendingKey(seed: Uint8Array): Uint8Array {
  return deriveNode(seed, { master: BABY_JUBJUB, path: SPENDING_PATH, childOf });
}

/** @returns 32 bytes. Source: as of the spending key. */
export function deriveViewingKey(seed: Uint8Array): Uint8Array {
  return deriveNode(seed, { master: BABY_JUBJUB, path: VIEWING_PATH, childOf });
}

/** @returns what follows from the keys without the private spending key, once for many uses */
export function viewingKeysOf(keys: Pick<WalletKeys, 'spending' | 'viewing'>): ViewingKeys {
  return expandViewingKeys(keys.viewing, derivePublicSpendingKey(keys.spending));
}

/** @returns what follows from a viewing key of 32 bytes and a public spending key */
export function expandViewingKeys(
  viewing: Uint8Array,
  publicSpendingKey: PublicSpendingKey,
): ViewingKeys {
  const nullifyingKey = poseidonHash([bytesToNumberBE(viewing)]);
  return {
    viewing,
    viewingPublicKey: viewingPublicKeyOf(viewing),
    publicSpendingKey,
    nullifyingKey,
    masterPublicKey: poseidonHash([...publicSpendingKey, nullifyingKey]),
  };
}

interface Derivation {
  readonly master: string;
  readonly path: readonly number[];
  readonly childOf: (node: Uint8Array, index: number) => Uint8Array;
}

/** A node is a key and its chain code, 32 bytes each. All but the last key are wiped. */
function deriveNode(seed: Uint8Array, { master, path, childOf: step }: Derivation): Uint8Array {
  let node: Uint8Array = hmac(sha512, new TextEncoder().encode(master), seed);
  for (const index of path) {
    const child = step(node, index);
    node.fill(0);
    node = child;
  }
  const key = node.slice(0, KEY_BYTES);
  node.fill(0);
  return key;
}

function childOf(node: Uint8Array, index: number): Uint8Array {
  return digestOf(node, concatBytes(Uint8Array.of(0), node.subarray(0, KEY_BYTES)), index);
}

/** BIP-32: the child's key is a sum, and its parent's public key takes the place of the private one where it isn't hardened. */
function curveChildOf(node: Uint8Array, index: number): Uint8Array {
  const key = node.subarray(0, KEY_BYTES);
  const shown =
    index >= HARDENED ? concatBytes(Uint8Array.of(0), key) : secp256k1.getPublicKey(key, true);
  const digest = digestOf(node, shown, index);
  const { Fn } = secp256k1.Point;
  const left = bytesToNumberBE(digest.subarray(0, KEY_BYTES));
  const sum = Fn.create(left + bytesToNumberBE(key));
  // Less likely than guessing the key; BIP-32 has no such child.
  if (left >= Fn.ORDER || sum === 0n) throw new Error('This seed has no key at that path.');
  digest.set(numberToBytesBE(sum, KEY_BYTES));
  return digest;
}

function digestOf(node: Uint8Array, shown: Uint8Array, index: number): Uint8Array {
  const path = numberToBytesBE(index, 4);
  return hmac(sha512, node.subarray(KEY_BYTES), concatBytes(shown, path));
}
