import type { Randomness } from '../ports/randomness.ts';

/** 32 characters, none of which looks like another. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CHARACTERS = 12;
const CODES = 10;
const RECOVERY_CODE = /^[2-9A-HJ-NP-Z]{12}$/;
const APP_CODE = /^\d{6}$/;

/** @returns 10 recovery codes of 60 random bits, as `recoveryCodeOf` reads them */
export function createRecoveryCodes({ bytes }: Pick<Randomness, 'bytes'>): readonly string[] {
  return Array.from({ length: CODES }, () =>
    Array.from(bytes(CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join(''),
  );
}

/** @returns as in `K7QM-2XWR-9HDP` */
export function displayRecoveryCode(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** Ignores blanks, hyphens and case. @returns null when no recovery code looks like this */
export function recoveryCodeOf(text: string): string | null {
  const code = withoutGaps(text).toUpperCase();
  return RECOVERY_CODE.test(code) ? code : null;
}

/** Ignores blanks and hyphens. @returns 6 digits; null when it is something else */
export function appCodeOf(text: string): string | null {
  const code = withoutGaps(text);
  return APP_CODE.test(code) ? code : null;
}

function withoutGaps(text: string): string {
  return text.replaceAll(/[\s-]/g, '');
}
