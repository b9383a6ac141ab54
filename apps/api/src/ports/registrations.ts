import type { Account } from './accounts.ts';
import type { KeyRecord } from './key-vault.ts';
import type { CodeChallenge } from './one-time-codes.ts';
import type { Notice } from './outbox.ts';
import type { NewSession } from './sessions.ts';

/** Somebody on the way in: everything of the account is there, and nothing of it can be used yet. */
export interface Registration {
  readonly id: string;
  readonly account: Account;
  readonly keyRecord: KeyRecord;
  /** Of the token that whoever began it holds. */
  readonly tokenHash: Uint8Array;
  /** The data key, for the holder of that token. */
  readonly tokenWrap: Uint8Array;
  /** Part of the network it came from. */
  readonly network: string;
  readonly expiresAt: Date;
}

export interface FoundRegistration extends Registration {
  /** It replaced one from elsewhere a short time before: only its token may end it. */
  readonly isContested: boolean;
}

export interface Registrations {
  /** Stores a registration with its first challenge and notices; it replaces the one before of this e-mail. */
  begin(beginning: {
    readonly registration: Registration;
    readonly challenge: CodeChallenge;
    readonly notices: readonly Notice[];
    /** One from elsewhere that began after this makes the new one contested. */
    readonly contestedSince: Date;
    readonly now: Date;
  }): Promise<void>;
  find(email: string, now: Date): Promise<FoundRegistration | null>;
  /**
   * Makes the account, its wallet and its first session, and uses the challenge, all or nothing.
   * @returns false when the codes were used before, or e-mail or phone have an account by now
   */
  complete(completion: {
    readonly registration: Registration;
    readonly challengeId: string;
    readonly session: NewSession;
    readonly now: Date;
  }): Promise<boolean>;
  /** Deletes what is over. */
  sweep(now: Date): Promise<void>;
}
