/** What the sender of a payment by link is told. Its row has no amount, and its recipient is sealed. */
export interface ClaimEnd {
  readonly topic: 'claim-claimed' | 'claim-expired';
  /** The sender's name. */
  readonly name: string;
  /** The operation that set the money aside. */
  readonly operationId: string;
}

/** Payments by link that were claimed or expired, and whose senders were not told yet. */
export interface ClaimEnds {
  /**
   * For each, once: hands an email to the outbox, and wakes up the sender's browsers, as they want it.
   * @returns how many were decided; the most at once is a constant of the repository
   */
  announce(
    now: Date,
    contentOf: (end: ClaimEnd) => Readonly<Record<string, string>>,
  ): Promise<number>;
}

/** First messages of payments by link, which wait until a block has the money. */
export interface HeldClaimMessages {
  /** Has those sent whose money is set aside by now. Those of money that never arrives expire unsent. */
  release(now: Date): Promise<void>;
}
