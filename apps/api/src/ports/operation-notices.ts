import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { CancellationReason } from '#domain/operation/operation';
import type { TokenId } from '#domain/token/token';
import type { ArrivalContent } from './arrivals.ts';

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
  /** A UUID; null where the operation had no user. */
  readonly maker: string | null;
  /** Whose browsers it wakes up, unless it is old; null for no one's. */
  readonly wakes: string | null;
  /** The private address that it paid, of anyone; null for anything other than a private payment that is final. */
  readonly paidPrivately: PrivateAddress | null;
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
  /**
   * What it was to a payment by link: it set the money aside, or moved it to its recipient or back; null for any other
   * operation.
   */
  readonly claim: ClaimStep | null;
  /** What everyone can see on the chain anyway; null for anything other than a public payment. */
  readonly payment: {
    readonly tokenId: TokenId;
    readonly amount: bigint;
    /** What reached the recipient, as the token recorded it; null where success alone decides. */
    readonly arrived: bigint | null;
    readonly recipient: PublicAddress;
  } | null;
}

/** Ended operations whose notification is not in the outbox yet. */
export interface OperationNotices {
  /** Takes pending notifications, oldest first; no one else gets them until `leaseMs` later. */
  take(now: Date, most: number, leaseMs: number): Promise<readonly PendingNotification[]>;
  /** Ends the notification: with an email to its maker, and with what its recipient is notified of. */
  finish(notification: PendingNotification, finish: FinishedNotification, now: Date): Promise<void>;
  /** Ends the notification, and no one is notified. */
  drop(noticeId: string, now: Date): Promise<void>;
}

/** Who is notified of the end of an operation. */
export interface FinishedNotification {
  readonly mail: {
    readonly to: string;
    readonly content: Readonly<Record<string, string>>;
  } | null;
  /** The words for another user who received it. */
  readonly contentOf: ArrivalContent;
}
