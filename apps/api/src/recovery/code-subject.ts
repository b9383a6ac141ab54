import type { Receives, RegisteringAccount } from '../ports/account-recovery.ts';
import type { Account } from '../ports/accounts.ts';
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
}

const BOTH: Receives = { email: true, phone: true };

/** @returns whose codes a registration's are */
export function ofRegistration(
  { registrationId, account }: RegisteringAccount,
  receives = BOTH,
): CodeSubject {
  return { purpose: 'register', subject: registrationId, account, receives };
}

/** @returns whose codes a user's for a new password are */
export function ofUser(account: Account): CodeSubject {
  return { purpose: 'reset', subject: account.userId, account, receives: BOTH };
}

/** @returns the subject of codes that no one receives */
export function ofUnknown(purpose: CodePurpose, name: string): CodeSubject {
  return { purpose, subject: `unknown ${name}`, account: null, receives: BOTH };
}
