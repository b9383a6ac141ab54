import type { TransactionHash } from '#domain/address/address';
import type { PaymentRequestTerms } from '#domain/payment-request/payment-request';
import type { RequestRecord } from '#domain/payment-request/request-state';
import type { OwnSeals } from './own-seals.ts';

/** Whose payment requests, and what opens their codes. */
export interface RequestOwner {
  readonly userId: string;
  readonly seals: OwnSeals;
}

/** A request as it was made; only its code opens it. */
export interface NewPaymentRequest {
  readonly id: string;
  readonly code: string;
  readonly terms: PaymentRequestTerms;
}

/** A payment request and what happened to it. */
export interface StoredPaymentRequest {
  readonly id: string;
  /** The payee. */
  readonly userId: string;
  readonly terms: PaymentRequestTerms;
  readonly record: RequestRecord;
  /** The block with the last payment of it; null while there is none. */
  readonly paidIn: { readonly transactionHash: TransactionHash; readonly at: Date } | null;
  /** What its payee named when they said that it was paid otherwise. */
  readonly settledHash: TransactionHash | null;
}

/** A payment request as its payee has it. */
export interface OwnPaymentRequest extends StoredPaymentRequest {
  readonly code: string;
  /** Of every transaction that the last payment of it can have or has. */
  readonly paymentHashes: readonly TransactionHash[];
}

/**
 * The payment requests of users, each encrypted under its code. One that something else changed is none, and is
 * reported. Which operation pays one is decided where operations are stored. Source: the database.
 */
export interface PaymentRequests {
  /** @returns the text that stands for a code where operations are stored; it doesn't lead back to the code */
  tagOf(code: string): string;
  /**
   * Stores a request unless its user has `most` that wait for a payment, or one with its id (`exists`).
   * @returns `user-removed` when they deleted their wallet meanwhile
   */
  make(
    owner: RequestOwner,
    request: NewPaymentRequest,
    most: number,
  ): Promise<'made' | 'exists' | 'too-many' | 'user-removed'>;
  /** The user's own that expire after `since`, newest first; of very many, those that were over first are left out. */
  list(
    owner: RequestOwner,
    { since, now }: { readonly since: Date; readonly now: Date },
  ): Promise<readonly OwnPaymentRequest[]>;
  /** @returns null for a code that no request has */
  find(code: string): Promise<StoredPaymentRequest | null>;
  /** Ends a request of this user. @returns false when it isn't open by then */
  cancel(userId: string, requestId: string, now: Date): Promise<boolean>;
  /** Records that it was paid otherwise. @returns false when it is over by then, but for its time, or is being paid */
  settle(
    userId: string,
    requestId: string,
    settled: { readonly hash: TransactionHash | null; readonly now: Date },
  ): Promise<boolean>;
  /** Deletes those that expired before. */
  sweep(before: Date): Promise<void>;
}
