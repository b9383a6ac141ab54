import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Nothing invisible: it would be another address that looks the same, and no database stores NUL. */
const EMAIL = /^[^\s\p{C}@"(),:;<>[\\\]]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/u;
const MOST_CHARACTERS = 254;

/** @returns the e-mail as it is stored, lower case; null when it is none, or only looks like one. */
export function normaliseEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  // Characters that only look like others would let one address pass for another.
  const isPlain = email.normalize('NFKC') === email && email.length <= MOST_CHARACTERS;
  return isPlain && EMAIL.test(email) ? email : null;
}

/** @returns the number in E.164; null when no country has numbers like it. A number without a country is American. */
export function normalisePhone(text: string): string | null {
  const parsed = parsePhoneNumberFromString(text, 'US');
  return parsed?.isPossible() ? parsed.number : null;
}

/** Controls, lone surrogates, line ends, and what turns the direction of the text around. */
const NOT_IN_NAMES =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;

/** @returns a person's name without blanks around it; null when it is empty, too long or has invisible characters */
export function normaliseUserName(text: string): string | null {
  const name = text.trim().replaceAll(/ +/g, ' ');
  const isPlain = name !== '' && name.length <= 100 && !NOT_IN_NAMES.test(name);
  return isPlain ? name : null;
}
