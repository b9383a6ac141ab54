import type { OwnClaim } from './claims.ts';

/** Tells the recipients of payments by link. */
export interface ClaimMessages {
  /** Sends the link to the recipient, once. */
  announce(claim: OwnClaim): Promise<void>;
  /** Sends the link again. @returns false when the last message is younger than `REMIND_AGAIN_AFTER_MS` */
  remind(claim: OwnClaim): Promise<boolean>;
}
