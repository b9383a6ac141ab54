import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/curves/utils.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { privateAddressKeys } from '#pool/addresses';

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
  const recovery = { '1b': '00', '1c': '01' }[digits.slice(-2)];
  if (recovery === undefined) return null;
  try {
    const recovered = hexToBytes(recovery + digits.slice(0, -2));
    if (secp256k1.Signature.fromBytes(recovered, 'recovered').hasHighS()) return null;
    const key = secp256k1.recoverPublicKey(recovered, messageHash(text), { prehash: false });
    const point = secp256k1.Point.fromBytes(key).toBytes(false);
    return `0x${bytesToHex(keccak_256(point.slice(1)).slice(-20))}`;
  } catch {
    return null;
  }
}

/** EIP-191, version 0x45. */
function messageHash(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${bytes.length}`);
  return keccak_256(concatBytes(prefix, bytes));
}
