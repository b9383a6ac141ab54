import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/curves/utils.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

/** An ECDSA signature with what finds its key. */
export interface AccountSignature {
  readonly parity: 0 | 1;
  /** 128 hex digits: `r` and `s`. */
  readonly both: string;
}

/**
 * Finds the account whose key signed a hash of 32 bytes. Each signature counts in one form only, that with the low `s`,
 * as in transactions (EIP-2).
 * @returns `0x…` in lower case; null when no key made it
 */
export function recoverAccount(
  hash: Uint8Array,
  { parity, both }: AccountSignature,
): `0x${string}` | null {
  try {
    const recovered = concatBytes(Uint8Array.of(parity), hexToBytes(both));
    const signature = secp256k1.Signature.fromBytes(recovered, 'recovered');
    if (signature.hasHighS()) return null;
    const point = signature.recoverPublicKey(hash).toBytes(false);
    return `0x${bytesToHex(keccak_256(point.slice(1)).slice(-20))}`;
  } catch {
    return null;
  }
}
