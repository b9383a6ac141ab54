import type { Protection } from '#domain/protection/protection';

/** A payment that is about to leave. */
export interface AdmittingPayment {
  readonly userId: string;
  readonly idempotencyKey: string;
  /** All of it in one canonical line. */
  readonly line: string;
  readonly recipient: string;
  /** Whether it matters who was paid before. */
  readonly isRecipientJudged: boolean;
  /** US cents; null when its token has no price. */
  readonly cents: bigint | null;
}

/** An earlier payment of the user that was admitted. */
export interface PastPayment {
  readonly at: Date;
  /** US cents. */
  readonly cents: bigint;
  readonly isApproved: boolean;
}

/** What is known while no other payment of the user is admitted. */
export interface PaymentLedger {
  readonly protection: Protection;
  /** When this very payment was admitted under this key; null when it was not. */
  readonly admittedAt: Date | null;
  /** Those since a time, without this one; null when some are missing or were not written by Kax. */
  readonly payments: readonly PastPayment[] | null;
  /** Never when the recipient is not judged. */
  readonly isKnownRecipient: boolean;
}

/** Payments that were admitted, by user and idempotency key. */
export interface AdmittedPayments {
  /**
   * Records a payment, once for its key, if `decide` admits it, one after the other for each user.
   * @param decide from what is stored then; null admits nothing
   * @returns when it was recorded; null when it was recorded before, or is not recorded
   */
  admit(
    payment: AdmittingPayment,
    at: { readonly now: Date; readonly since: Date },
    decide: (ledger: PaymentLedger) => { readonly isApproved: boolean } | null,
  ): Promise<Date | null>;
  /** What was recorded then no longer counts, unless another request relied on it meanwhile. */
  giveBack(
    payment: Pick<AdmittingPayment, 'userId' | 'idempotencyKey'>,
    recordedAt: Date,
  ): Promise<void>;
}
