import type { Account } from './accounts.ts';
import type { EnrolledAccount } from './key-enrolment.ts';
import type { KeyRecord } from './key-vault.ts';
import type { Notice } from './outbox.ts';
import type { NewSession } from './sessions.ts';

/** A pending sign-up: the account is complete, but nothing of it can be used yet. */
export interface Registration {
  readonly id: string;
  readonly account: Account;
  readonly keyRecord: KeyRecord;
  /** Of the token that was given to whoever began it. */
  readonly tokenHash: Uint8Array;
  /** The data key, for the holder of that token. */
  readonly tokenWrap: Uint8Array;
  /** The part of the network it came from. */
  readonly network: string;
  readonly expiresAt: Date;
}

export interface FoundRegistration extends Registration {
  /** It replaced a recent one from elsewhere: only the holder of its token may complete it. */
  readonly isContested: boolean;
}

export interface Registrations {
  /** Stores a registration with its notices; it replaces the previous one for this email. */
  begin(beginning: {
    readonly registration: Registration;
    readonly notices: readonly Notice[];
    /** One from elsewhere that began after this makes the new one contested. */
    readonly contestedSince: Date;
    readonly now: Date;
  }): Promise<void>;
  find(email: string, now: Date): Promise<FoundRegistration | null>;
  /**
   * Creates the account, its wallet and its first session, all or nothing.
   * @returns false when the registration is over, or the email or phone has an account by now
   */
  complete(completion: {
    readonly registration: Registration;
    readonly enrolled: EnrolledAccount;
    readonly session: NewSession;
    readonly now: Date;
  }): Promise<boolean>;
  /** Deletes what has expired. */
  sweep(now: Date): Promise<void>;
}
