/** Reminders that were scheduled when a payment by link was made; what became of it decides whether they are sent. */
export interface ClaimReminders {
  /**
   * Counts a reminder that is about to be sent, with those that the sender sent.
   * @returns false when the recipient can't claim it any more or yet, when the last message is younger than
   * `REMIND_AGAIN_AFTER_MS`, or after `MOST_REMINDERS`
   */
  count(claimId: string, now: Date): Promise<boolean>;
  /** @returns whether the recipient can claim it */
  isWaiting(claimId: string, now: Date): Promise<boolean>;
}
