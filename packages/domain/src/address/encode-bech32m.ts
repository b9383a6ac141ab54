import {
  BECH32_CHARACTERS,
  bech32Checksum,
  CHECKSUM_CONSTANT,
  CHECKSUM_LENGTH,
} from './bech32m-checksum.ts';

/** @returns bytes as text in bech32m (BIP-350), in lower case; the prefix has to be, too */
export function encodeBech32m(prefix: string, bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const words = (bits.match(/.{1,5}/g) ?? []).map((five) =>
    Number.parseInt(five.padEnd(5, '0'), 2),
  );
  const zeros = Array.from({ length: CHECKSUM_LENGTH }, () => 0);
  const sum = bech32Checksum(prefix, [...words, ...zeros]) ^ CHECKSUM_CONSTANT;
  const check = zeros.map((_, place) => (sum >>> (5 * (CHECKSUM_LENGTH - 1 - place))) & 31);
  return `${prefix}1${[...words, ...check].map((word) => BECH32_CHARACTERS[word]).join('')}`;
}
