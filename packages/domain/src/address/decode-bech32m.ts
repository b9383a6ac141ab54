import {
  BECH32_CHARACTERS,
  bech32Checksum,
  CHECKSUM_CONSTANT,
  CHECKSUM_LENGTH,
} from './bech32m-checksum.ts';

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
  const words = Array.from(lowerCase.slice(end + 1), (character) =>
    BECH32_CHARACTERS.indexOf(character),
  );
  if (words.length < CHECKSUM_LENGTH || words.includes(-1)) return null;
  if (bech32Checksum(prefix, words) !== CHECKSUM_CONSTANT) return null;
  const bytes = toBytes(words.slice(0, -CHECKSUM_LENGTH));
  return bytes === null ? null : { prefix, bytes };
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
