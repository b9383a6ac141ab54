/** One question of the backup check: which word is at this position. */
export interface WordChoice {
  /** Zero-based. */
  readonly index: number;
  readonly correct: string;
  /** The correct word among others from the same phrase. */
  readonly choices: readonly string[];
}

const CHECKED_WORDS = 3;
const CHOICES = 4;

/**
 * Picks three words to ask for, in random order.
 * @param words the words of a phrase.
 * @param random a number from 0 up to, but not including, 1. Need not be cryptographically secure.
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

/** Uniform: every order is equally likely. */
function shuffle<T>(values: readonly T[], random: () => number): readonly T[] {
  const shuffled: T[] = [];
  for (const value of values) {
    shuffled.splice(Math.floor(random() * (shuffled.length + 1)), 0, value);
  }
  return shuffled;
}
