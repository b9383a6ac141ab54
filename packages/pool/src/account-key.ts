import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, concatBytes } from '@noble/curves/utils.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { PublicAddress } from '#domain/address/address';

/** What RAILGUN's wallets sign to derive the key of their shields from. */
const SHIELD_MESSAGE = 'RAILGUN_SHIELD';

/** @returns the public address of a private key of 32 bytes, with the capitals of EIP-55 */
export function publicAddressOf(accountKey: Uint8Array): PublicAddress {
  const point = secp256k1.getPublicKey(accountKey, false).slice(1);
  return toChecksumAddress(`0x${bytesToHex(keccak_256(point).slice(-20))}`);
}

/** @returns an address in lower case with the capitals of EIP-55 */
export function toChecksumAddress(lowerCase: `0x${string}`): PublicAddress {
  const digits = lowerCase.slice(2);
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(digits)));
  const letters = Array.from(digits, (digit, place) =>
    Number.parseInt(hash.charAt(place), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${letters.join('')}` as PublicAddress;
}

/** @returns 32 bytes: keccak256 of the account's signature of RAILGUN's message (EIP-191) */
export function deriveShieldKey(accountKey: Uint8Array): Uint8Array {
  const hash = signedTextHash(new TextEncoder().encode(SHIELD_MESSAGE));
  const [recovery = 0, ...both] = secp256k1.sign(hash, accountKey, {
    ...{ prehash: false, format: 'recovered' },
  });
  return keccak_256(Uint8Array.of(...both, 27 + recovery));
}

/** @returns 32 bytes (EIP-191, version 0x45) */
export function signedTextHash(text: Uint8Array): Uint8Array {
  const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${text.length}`);
  return keccak_256(concatBytes(prefix, text));
}
