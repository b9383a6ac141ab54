import type { PublicAddress } from '#domain/address/address';
import type { CancellationReason } from '#domain/operation/operation';
import type { TokenId } from '#domain/token/token';

/** The ends of an operation that users are notified of by email. */
export const OPERATION_TOPICS = [
  'operation-confirmed',
  'operation-reverted',
  'operation-replaced',
] as const;

export type OperationTopic = (typeof OPERATION_TOPICS)[number];

export const CLAIM_STEPS = ['made', 'claimed', 'returned'] as const;

export type ClaimStep = (typeof CLAIM_STEPS)[number];

/** An operation that ended, with no notification sent yet. */
export interface PendingNotification {
  readonly noticeId: string;
  /** Null for an end without an email. */
  readonly topic: OperationTopic | null;
  readonly operationId: string;
  readonly endedAt: Date;
  /** Why it was cancelled after it was signed; null when it was not. */
  readonly cancelReason: CancellationReason | null;
  /** Someone else sent some of its proofs alone, and the rest is unpaid. */
  readonly isPaidInPart: boolean;
  /**
   * Null when the account is deleted, or its user wants no emails about payments; `changed` when the account does not
   * have its signature.
   */
  readonly reader: { readonly email: string; readonly name: string } | 'changed' | null;
  /** What everyone can see on the chain anyway; null for anything other than a public payment. */
  readonly payment: {
    readonly tokenId: TokenId;
    readonly amount: bigint;
    /** What reached the recipient, as the token recorded it; null where success alone decides. */
    readonly arrived: bigint | null;
    readonly recipient: PublicAddress;
    /**
     * What it was to a payment by link: it set the money aside, or moved it to its recipient or back; null for any
     * other payment.
     */
    readonly claim: ClaimStep | null;
  } | null;
}

/** Ended operations whose notification is not in the outbox yet. */
export interface OperationNotices {
  /** Takes pending notifications, oldest first; no one else gets them until `leaseMs` later. */
  take(now: Date, most: number, leaseMs: number): Promise<readonly PendingNotification[]>;
  /** Adds an email to the outbox. */
  address(
    noticeId: string,
    mail: { readonly to: string; readonly content: Readonly<Record<string, string>> },
    now: Date,
  ): Promise<void>;
  /** Ends the notification without an email. */
  drop(noticeId: string, now: Date): Promise<void>;
}
