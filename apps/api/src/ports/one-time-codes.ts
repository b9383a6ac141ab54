import type { NewContact } from './contact-changes.ts';
import type { Notice } from './outbox.ts';

/** What a signed-in user confirms with both codes. */
export const CONFIRMED_PURPOSES = ['unfreeze', 'lost-factors'] as const;

export type ConfirmedPurpose = (typeof CONFIRMED_PURPOSES)[number];

export type CodePurpose = 'register' | 'reset' | 'contact-change' | ConfirmedPurpose;

/** Two codes that were sent together, hashed together. */
export interface CodeChallenge {
  readonly id: string;
  readonly purpose: CodePurpose;
  /** What the codes prove: a registration, a user, or an account name that no one uses. */
  readonly subject: string;
  /** Who requested them: they work for no one else. */
  readonly requester: string;
  readonly codesHash: Uint8Array;
  readonly expiresAt: Date;
  /** Left out unless a contact is changed. */
  readonly contact?: NewContact;
}

/** A challenge of which one more try was counted. */
export type TriedChallenge = Pick<CodeChallenge, 'id' | 'codesHash' | 'expiresAt' | 'contact'>;

export interface OneTimeCodes {
  /** Stores a challenge with its notices; it replaces the previous one for the same purpose, subject and requester. */
  replace(challenge: CodeChallenge, notices: readonly Notice[], now: Date): Promise<void>;
  /**
   * Counts one try before anything is compared, so a burst cannot get past the count.
   * @returns the challenge, or null when none is valid with a try left; one from the future is not valid, since the
   * clock was set back
   */
  countTry(
    challenge: Pick<CodeChallenge, 'purpose' | 'subject' | 'requester'>,
    mostTries: number,
    now: Date,
  ): Promise<TriedChallenge | null>;
  /**
   * Replaces the hash of a challenge, once, together with its notices; it has all its tries again.
   * @returns true for exactly one of any number of callers; false when the hash is another one by now
   */
  advance(
    change: { readonly id: string; readonly from: Uint8Array; readonly to: Uint8Array },
    notices: readonly Notice[],
    now: Date,
  ): Promise<boolean>;
  /** @returns true for exactly one of any number of callers */
  use(challengeId: string, now: Date): Promise<boolean>;
  /** What they were used for did not happen: they are valid again until their original expiry. */
  release(challengeId: string): Promise<void>;
  /** Deletes what has expired. */
  sweep(now: Date): Promise<void>;
}
