import { foldCase } from './fold-case.ts';

/** A shorter core is a syllable, which random passwords contain as well. */
const LEAST_CHARACTERS = 4;

/** Longer ones are common only as they are. */
const MOST_CHARACTERS = 64;

/** An eight-digit date and a special character. More, and the rest is harder to guess than the core. */
const MOST_AROUND = 9;

const LETTER_BY_SIGN: Readonly<Record<string, string>> = { '@': 'A', '!': 'I', $: 'S' };

const LETTER_BY_DIGIT: Readonly<Record<string, string>> = {
  0: 'O',
  3: 'E',
  4: 'A',
  5: 'S',
  7: 'T',
};

/** What people write for letters. Digits are often meant as digits, and 1 stands for two letters. */
const SUBSTITUTES: readonly Readonly<Record<string, string>>[] = [
  {},
  LETTER_BY_SIGN,
  { ...LETTER_BY_SIGN, ...LETTER_BY_DIGIT, 1: 'I' },
  { ...LETTER_BY_SIGN, ...LETTER_BY_DIGIT, 1: 'L' },
];

/**
 * Undoes what people do to a common password so that it follows the rules: capitals, digits and special characters
 * before and after it, and substitutes for letters. A list of common passwords has the rest (§5).
 * @returns the password and what it can be made from, each case-folded; `P@ssword1!` has `PASSWORD`. At most 221
 */
export function coresOf(password: string): ReadonlySet<string> {
  const characters = [...foldCase(password)];
  const before = characters.findIndex(isLetter);
  const after = characters.length - 1 - characters.findLastIndex(isLetter);
  const cores = new Set([characters.join('')]);
  if (before === -1) return cores;
  for (let start = 0; start <= Math.min(before, MOST_AROUND); start += 1) {
    for (let end = 0; end <= Math.min(after, MOST_AROUND - start); end += 1) {
      const core = characters.slice(start, characters.length - end);
      const isOfLength = core.length >= LEAST_CHARACTERS && core.length <= MOST_CHARACTERS;
      if (isOfLength) addSpellings(cores, core);
    }
  }
  return cores;
}

/** @returns true if some password that follows every rule has this one as a core: it needs letters of both cases */
export function canBeCore(password: string): boolean {
  const characters = [...foldCase(password)];
  return characters.length >= LEAST_CHARACTERS && characters.filter(isLetter).length >= 2;
}

function addSpellings(cores: Set<string>, core: readonly string[]): void {
  for (const letterBySubstitute of SUBSTITUTES) {
    cores.add(core.map((sign) => letterBySubstitute[sign] ?? sign).join(''));
  }
}

function isLetter(sign: string): boolean {
  return /\p{L}/u.test(sign);
}
