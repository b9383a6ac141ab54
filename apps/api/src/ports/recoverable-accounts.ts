import type { EnrolledAccount } from './account-recovery.ts';
import type { Account } from './accounts.ts';

/** An account as recovery reads it. */
export interface RecoverableAccount {
  readonly account: Account;
  readonly recoveryWrap: Uint8Array;
  /** Null while an account of before signatures existed was not signed yet. */
  readonly signature: Uint8Array | null;
}

/** Accounts as the process with the recovery key may read them. Source: the database. */
export interface RecoverableAccounts {
  find(userId: string): Promise<RecoverableAccount | null>;
  /** Stores what every account without a signature needs. @returns how many there were */
  enrollAll(enroll: (account: RecoverableAccount) => Promise<EnrolledAccount>): Promise<number>;
}
