import type { Receives, RegisteringAccount } from '../ports/account-recovery.ts';
import type { Account } from '../ports/accounts.ts';
import type { NewContact } from '../ports/contact-changes.ts';
import type { CodePurpose } from '../ports/one-time-codes.ts';

/**
 * Who proves what with both codes. A user or a registration has an account, to whose contacts the codes go; what is
 * null stands for a name that no one has.
 */
export interface CodeSubject {
  readonly purpose: CodePurpose;
  readonly subject: string;
  readonly account: Account | null;
  readonly receives: Receives;
  /** To which a code goes instead of the account's own; left out unless a contact is changed. */
  readonly contact?: NewContact;
}

const BOTH: Receives = { email: true, phone: true };

/** @returns whose codes a registration's are */
export function ofRegistration(
  { registrationId, account }: RegisteringAccount,
  receives = BOTH,
): CodeSubject {
  return { purpose: 'register', subject: registrationId, account, receives };
}

/** @returns whose codes a user's are, for a new password unless for another purpose */
export function ofUser(
  account: Account,
  purpose: Exclude<CodePurpose, 'register'> = 'reset',
): CodeSubject {
  return { purpose, subject: account.userId, account, receives: BOTH };
}

/** @returns whose codes a user's for another email or phone are, which prove the new one too */
export function ofContactChange(
  account: Account,
  to: { readonly contact: NewContact; readonly receives: Receives } | null,
): CodeSubject {
  const of = { purpose: 'contact-change', subject: account.userId, account } as const;
  return to === null ? { ...of, receives: BOTH } : { ...of, ...to };
}

/** @returns the subject of codes that no one receives */
export function ofUnknown(purpose: CodePurpose, name: string): CodeSubject {
  return { purpose, subject: `unknown ${name}`, account: null, receives: BOTH };
}
