import type { Account } from './accounts.ts';
import type { NewContact } from './contact-changes.ts';
import type { EnrolledAccount } from './key-enrolment.ts';

/** An account as recovery reads it. */
export interface RecoverableAccount {
  readonly account: Account;
  readonly recoveryWrap: Uint8Array;
  /** Null while an account of before signatures existed was not signed yet. */
  readonly signature: Uint8Array | null;
}

export interface OutdatedWraps {
  readonly prefix: Uint8Array;
  readonly after: string | null;
  readonly limit: number;
}

/** Accounts as the process with the recovery key may read them. Source: the database. */
export interface RecoverableAccounts {
  find(userId: string): Promise<RecoverableAccount | null>;
  /** @returns whose contact it is; null when no one has it */
  findOwner(contact: NewContact): Promise<Pick<Account, 'userId' | 'name'> | null>;
  /**
   * @returns accounts with a signature whose recovery wrap begins otherwise, by user ID, after this one; null for the
   * first ones
   */
  listOutdated(request: OutdatedWraps): Promise<readonly RecoverableAccount[]>;
  /** Puts a wrap in the place of another one. @returns false when that was changed or removed meanwhile */
  replaceWrap(userId: string, earlier: Uint8Array, wrap: Uint8Array): Promise<boolean>;
  /** Stores what every account without a signature needs. @returns how many there were */
  enrollAll(enroll: (account: RecoverableAccount) => Promise<EnrolledAccount>): Promise<number>;
}
