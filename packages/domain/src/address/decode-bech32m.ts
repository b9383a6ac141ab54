const CHARACTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;
const CHECKSUM_CONSTANT = 0x2bc830a3;
const CHECKSUM_LENGTH = 6;

/**
 * Decodes text in bech32m (BIP-350), which detects any single wrong character.
 * @returns the prefix and the bytes; null when the text is not bech32m or its checksum does not match.
 */
export function decodeBech32m(
  text: string,
): { readonly prefix: string; readonly bytes: Uint8Array } | null {
  const lowerCase = text.toLowerCase();
  if (text !== lowerCase && text !== text.toUpperCase()) return null;
  const end = lowerCase.lastIndexOf('1');
  if (end < 1) return null;
  const prefix = lowerCase.slice(0, end);
  const words = Array.from(lowerCase.slice(end + 1), (character) => CHARACTERS.indexOf(character));
  if (words.length < CHECKSUM_LENGTH || words.includes(-1)) return null;
  if (checksum([...expand(prefix), ...words]) !== CHECKSUM_CONSTANT) return null;
  const bytes = toBytes(words.slice(0, -CHECKSUM_LENGTH));
  return bytes === null ? null : { prefix, bytes };
}

function expand(prefix: string): number[] {
  const codes = Array.from(prefix, (character) => character.charCodeAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
}

function checksum(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of GENERATORS.entries()) {
      if ((top >>> bit) & 1) sum ^= generator;
    }
  }
  return sum >>> 0;
}

/** Regroups 5-bit groups into bytes; the remaining bits must be zeros, and fewer than a group. */
function toBytes(words: readonly number[]): Uint8Array | null {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const word of words) {
    held = (held << 5) | word;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(held >> bits);
    held &= (1 << bits) - 1;
  }
  return bits >= 5 || held !== 0 ? null : Uint8Array.from(bytes);
}
