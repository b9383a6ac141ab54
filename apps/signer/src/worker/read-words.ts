import type { WordsError } from './calls.ts';

export type ReadWords = { readonly outcome: 'words'; readonly entropy: Uint8Array } | WordsError;

/** Reads 12 typed words. It loads the list of words. */
export async function readWords(words: readonly string[]): Promise<ReadWords> {
  const { WORD_LIST, wordsToEntropy } = await import('#pool/words');
  const typed = words.map((word) => word.trim().toLowerCase());
  const places = typed.flatMap((word, index) => (WORD_LIST.includes(word) ? [] : [index + 1]));
  const [first] = places;
  if (first !== undefined) {
    return { outcome: 'not-words', places, meant: nearestWord(typed[first - 1] ?? '', WORD_LIST) };
  }
  const entropy = wordsToEntropy(typed.join(' '));
  if (entropy === null) return { outcome: 'not-words', places: [], meant: null };
  return { outcome: 'words', entropy };
}

/** @returns the one word of the list that is a single typing error away; null for none or several */
export function nearestWord(typed: string, wordList: readonly string[]): string | null {
  const near = wordList.filter((word) => isOneErrorAway(typed, word));
  return near.length === 1 ? (near[0] ?? null) : null;
}

/** One letter too many, too few or wrong, or two neighbors swapped. */
function isOneErrorAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const isSwapped =
    one[at] === other[at + 1] &&
    one[at + 1] === other[at] &&
    one.slice(at + 2) === other.slice(at + 2);
  return (
    one.slice(at + 1) === other.slice(at + 1) ||
    one.slice(at + 1) === other.slice(at) ||
    one.slice(at) === other.slice(at + 1) ||
    isSwapped
  );
}
