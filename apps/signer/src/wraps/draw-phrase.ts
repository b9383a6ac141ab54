/** 11 bits each from a list of 2,048 words: 66 bits. */
export const PHRASE_WORDS = 6;

/** @returns six words of the list, each drawn on its own */
export function drawPhrase(wordList: readonly string[]): string {
  const drawn = crypto.getRandomValues(new Uint16Array(PHRASE_WORDS));
  // 65,536 is a multiple of 2,048, so every word is equally likely.
  return [...drawn].map((number) => wordList[number % wordList.length] ?? '').join(' ');
}

/** @returns what a user typed as the words were drawn: lower case, single spaces */
export function normalizePhrase(typed: string): string {
  return typed.trim().toLowerCase().split(/\s+/).join(' ');
}
