import { foldCase } from './fold-case.ts';

/** Shorter parts of an email occur in words by chance. */
const LEAST_CHARACTERS = 4;

export const CONTEXT_MESSAGES = {
  email: 'Password should not contain your email address',
  product: 'Password should not contain “kax”',
} as const;

/** What people put between the parts of an email, or leave out. */
const SEPARATORS = /[._-]/g;

/**
 * Checks a new password for the words that a guesser tries first at Kax: the product’s name, and the user’s email (§5).
 * @param email as it is stored; without one, only the product’s name counts
 * @returns the message of the first broken rule, or null
 */
export function checkContextWords(password: string, email?: string): string | null {
  const folded = foldCase(password);
  if (email !== undefined && hasPartOf(email, folded)) {
    return CONTEXT_MESSAGES.email;
  }
  return folded.includes('KAX') ? CONTEXT_MESSAGES.product : null;
}

function hasPartOf(email: string, folded: string): boolean {
  const joined = folded.replaceAll(SEPARATORS, '');
  return partsOf(email)
    .map((part) => foldCase(part).replaceAll(SEPARATORS, ''))
    .some((part) => [...part].length >= LEAST_CHARACTERS && joined.includes(part));
}

/** @returns the mailbox without its tag, and each name of the domain but the last: `com` is no one’s */
function partsOf(email: string): readonly string[] {
  const at = email.lastIndexOf('@');
  const mailbox = email.slice(0, at).replace(/\+.*$/s, '');
  const names = email.slice(at + 1).split('.');
  return [mailbox, ...names.slice(0, -1)];
}
