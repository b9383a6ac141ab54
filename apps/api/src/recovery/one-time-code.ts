import type { Randomness } from '../ports/randomness.ts';

const DIGITS = 6;
const LONG_DIGITS = 10;
const CODES = 10 ** DIGITS;
/** The largest multiple of a million below 2^32: numbers above it would make some codes likelier than others. */
const FAIR = 2 ** 32 - (2 ** 32 % CODES);

/** @returns ten digits, for codes that may be guessed at any number of times */
export function makeLongCode(randomness: Pick<Randomness, 'bytes'>): string {
  return makeCode(randomness) + makeCode(randomness).slice(0, LONG_DIGITS - DIGITS);
}

/** @returns six digits, each code as likely as any other */
export function makeCode(randomness: Pick<Randomness, 'bytes'>): string {
  for (;;) {
    const number = Buffer.from(randomness.bytes(4)).readUInt32BE();
    if (number < FAIR) return String(number % CODES).padStart(DIGITS, '0');
  }
}

/** @returns the six or ten digits that a user typed or pasted, without blanks; null when it is not a code */
export function readCode(text: string): string | null {
  const code = text.replaceAll(' ', '');
  return /^(?:[0-9]{6}|[0-9]{10})$/.test(code) ? code : null;
}
