import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/curves/utils.js';
import { signedTextHash } from './account-key.ts';
import { privateAddressKeys } from './addresses.ts';
import { recoverAccount } from './recover-account.ts';

/** Whose signature, and of what. */
export interface SignedText {
  readonly text: string;
  /** 0x and hex. */
  readonly signature: string;
  /** `0x…` or `0zk…` */
  readonly address: string;
  /** Where a private address has to be valid. */
  readonly chainId: number;
}

const ED25519_DIGITS = 128;
const ECDSA_DIGITS = 130;
/** What is added to the parity in a signature of a text. */
const LEAST_PARITY = 27;
/** By the last byte of such a signature. */
const PARITIES: Readonly<Record<string, 0 | 1>> = { '1b': 0, '1c': 1 };

/** @returns the signature of a text with the key of a public address, 32 bytes: 65 bytes as 0x and hex (EIP-191) */
export function signText(accountKey: Uint8Array, text: string): `0x${string}` {
  const hash = signedTextHash(new TextEncoder().encode(text));
  const [parity = 0, ...both] = secp256k1.sign(hash, accountKey, {
    ...{ prehash: false, format: 'recovered' },
  });
  return `0x${bytesToHex(Uint8Array.of(...both, LEAST_PARITY + parity))}`;
}

/** @returns the signature of a text with the viewing key of a private address, 32 bytes: 64 bytes as 0x and hex (Ed25519) */
export function signTextPrivately(viewingKey: Uint8Array, text: string): `0x${string}` {
  return `0x${bytesToHex(ed25519.sign(new TextEncoder().encode(text), viewingKey))}`;
}

/**
 * True when the holder of the address signed the text: as EIP-191 with the key of a public one, as Ed25519 with the
 * viewing key of a private one. No one else can turn it into another signature that counts.
 */
export function isSignedBy({ text, signature, address, chainId }: SignedText): boolean {
  const digits = signature.slice(2);
  if (address.startsWith('0x')) {
    return digits.length === ECDSA_DIGITS && recoverSigner(text, digits) === address.toLowerCase();
  }
  const keys = privateAddressKeys(address, chainId);
  if (keys === null || digits.length !== ED25519_DIGITS) return false;
  const message = new TextEncoder().encode(text);
  return ed25519.verify(hexToBytes(digits), message, keys.viewingPublicKey, { zip215: false });
}

/** @returns `0x…` in lower case; null when no key made it, or its form isn't the one that wallets make */
function recoverSigner(text: string, digits: string): string | null {
  const parity = PARITIES[digits.slice(-2)];
  if (parity === undefined) return null;
  const hash = signedTextHash(new TextEncoder().encode(text));
  return recoverAccount(hash, { parity, both: digits.slice(0, -2) });
}
