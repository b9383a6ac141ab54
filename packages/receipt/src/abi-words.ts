/** The words of 32 bytes that a contract's event or response consists of (Solidity ABI). */
export interface AbiWords {
  /** How many whole words there are. */
  readonly count: number;
  /** @returns the word at this place, below 2^256; null when there is none */
  at(index: number): bigint | null;
  /** @returns a word that has to be a small number, as places and lengths are; null when there is none or it is large */
  small(index: number): number | null;
}

const WORD_DIGITS = 64;
/** Far above any place within what one block can contain. */
const SMALL = 2n ** 31n;

/** @returns the words of `0x…`; null when it is no hex of whole bytes */
export function readAbiWords(hex: string): AbiWords | null {
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(hex)) return null;
  const count = Math.floor((hex.length - 2) / WORD_DIGITS);
  const at = (index: number) => {
    if (!Number.isInteger(index) || index < 0 || index >= count) return null;
    const from = 2 + index * WORD_DIGITS;
    return BigInt(`0x${hex.slice(from, from + WORD_DIGITS)}`);
  };
  const small = (index: number) => {
    const word = at(index);
    return word === null || word >= SMALL ? null : Number.parseInt(word.toString(), 10);
  };
  return { count, at, small };
}

/** @returns where the array or tuple begins whose offset is in this word, counted in words from `base`; null when it isn't there */
export function placeFrom(words: AbiWords, base: number, index: number): number | null {
  const bytes = words.small(index);
  if (bytes === null || bytes % 32 !== 0) return null;
  const place = base + bytes / 32;
  return place < words.count ? place : null;
}

/** @returns the 20 bytes of an address, `0x…` in lower case; null when the word is none */
export function addressOf(word: bigint | null): string | null {
  if (word === null || word >= 2n ** 160n) return null;
  return `0x${word.toString(16).padStart(40, '0')}`;
}

/** @returns 32 bytes as `0x…` in lower case */
export function wordHex(word: bigint): string {
  return `0x${word.toString(16).padStart(WORD_DIGITS, '0')}`;
}
