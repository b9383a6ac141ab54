/** One check of the check: which word is at a place. */
export interface WordChoice {
  /** From 0. */
  readonly index: number;
  readonly correct: string;
  /** The right one among others of the same phrase. */
  readonly choices: readonly string[];
}

const CHECKED_WORDS = 3;
const CHOICES = 4;

/**
 * Asks for three words in a random order.
 * @param words the words of a phrase.
 * @param random a number from 0 up to, but not including, 1; it guards nothing.
 */
export function buildWordCheck(
  words: readonly string[],
  random: () => number,
): readonly WordChoice[] {
  const order = shuffle([...words.keys()], random).slice(0, CHECKED_WORDS);
  return order.flatMap((index) => {
    const correct = words[index];
    if (correct === undefined) return [];
    const others = [...new Set(words)].filter((word) => word !== correct);
    const wrong = shuffle(others, random).slice(0, CHOICES - 1);
    return [{ index, correct, choices: shuffle([correct, ...wrong], random) }];
  });
}

/** Every order is as likely as any other. */
function shuffle<T>(values: readonly T[], random: () => number): readonly T[] {
  const shuffled: T[] = [];
  for (const value of values) {
    shuffled.splice(Math.floor(random() * (shuffled.length + 1)), 0, value);
  }
  return shuffled;
}
