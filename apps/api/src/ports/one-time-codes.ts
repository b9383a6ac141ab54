import type { Notice } from './outbox.ts';

export type CodePurpose = 'register' | 'reset';

/** Two codes that were sent together, hashed together. */
export interface CodeChallenge {
  readonly id: string;
  readonly purpose: CodePurpose;
  /** What the codes prove: a registration, a user, or a name that nobody has. */
  readonly subject: string;
  readonly codesHash: Uint8Array;
  readonly expiresAt: Date;
}

export interface OneTimeCodes {
  /** Stores a challenge with its notices; the one before it, of the same purpose and subject, is over. */
  replace(challenge: CodeChallenge, notices: readonly Notice[], now: Date): Promise<void>;
  /**
   * Counts one try, before anything is compared: a burst cannot get past the count.
   * @returns the challenge, or null when there is none that still holds and has a try left; one from the future
   * does not hold, since the clock was set back
   */
  countTry(
    challenge: Pick<CodeChallenge, 'purpose' | 'subject'>,
    mostTries: number,
    now: Date,
  ): Promise<Pick<CodeChallenge, 'id' | 'codesHash'> | null>;
  /** @returns true for exactly one of any number of callers */
  use(challengeId: string, now: Date): Promise<boolean>;
  /** What they were used for did not happen: they hold again for as long as they would have. */
  release(challengeId: string): Promise<void>;
  /** Deletes what is over. */
  sweep(now: Date): Promise<void>;
}
