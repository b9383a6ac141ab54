/** The characters of bech32, each for five bits. */
export const BECH32_CHARACTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
export const CHECKSUM_CONSTANT = 0x2bc830a3;
export const CHECKSUM_LENGTH = 6;

const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;

/** @returns the checksum of a prefix and groups of five bits, 30 bits (BIP-173) */
export function bech32Checksum(prefix: string, words: readonly number[]): number {
  const codes = Array.from(prefix, (character) => character.charCodeAt(0));
  let sum = 1;
  for (const value of [
    ...codes.map((code) => code >> 5),
    0,
    ...codes.map((code) => code & 31),
    ...words,
  ]) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of GENERATORS.entries()) {
      if ((top >>> bit) & 1) sum ^= generator;
    }
  }
  return sum >>> 0;
}
