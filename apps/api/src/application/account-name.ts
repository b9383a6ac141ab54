import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { visibleName } from './visible-name.ts';

/** No invisible characters: they make a different address look the same, and the database cannot store NUL. */
const EMAIL = /^[^\s\p{C}@"(),:;<>[\\\]]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/u;
const MOST_CHARACTERS = 254;

/** @returns the email as it is stored, lower case; null when it is not one, or only looks like one. */
export function normalizeEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  // Look-alike characters would let one address pass for another.
  const isPlain = email.normalize('NFKC') === email && email.length <= MOST_CHARACTERS;
  return isPlain && EMAIL.test(email) ? email : null;
}

/** @returns the number in E.164; null when no country has such numbers. A number without a country code is American. */
export function normalizePhone(text: string): string | null {
  const parsed = parsePhoneNumberFromString(text, 'US');
  return parsed?.isPossible() ? parsed.number : null;
}

/** @returns a user's name without surrounding blanks; null when it is empty, too long or has invisible characters */
export function normalizeUserName(text: string): string | null {
  return visibleName(text, 100);
}
