import type { PublicAddress } from '#domain/address/address';
import type { TokenId } from '#domain/token/token';

/** How an operation can end, as far as people are told of it by mail. */
export const OPERATION_TOPICS = [
  'operation-confirmed',
  'operation-reverted',
  'operation-replaced',
] as const;

export type OperationTopic = (typeof OPERATION_TOPICS)[number];

/** An operation that ended and of which nobody was told yet. */
export interface PendingNotification {
  readonly noticeId: string;
  /** Null for an end that no mail tells of. */
  readonly topic: OperationTopic | null;
  readonly operationId: string;
  readonly endedAt: Date;
  /** Null when the account is gone, or its person wants no mails about payments. */
  readonly reader: { readonly email: string; readonly name: string } | null;
  /** What everybody can see on the chain anyway; null for everything else than a public payment. */
  readonly payment: {
    readonly tokenId: TokenId;
    readonly amount: bigint;
    readonly recipient: PublicAddress;
  } | null;
}

/** Ends of operations on their way from the book to the outbox. */
export interface OperationNotices {
  /** Takes ends nobody was told of, the oldest first; nobody else gets them until `leaseMs` later. */
  take(now: Date, most: number, leaseMs: number): Promise<readonly PendingNotification[]>;
  /** Hands a mail to the outbox. */
  address(
    noticeId: string,
    mail: { readonly to: string; readonly content: Readonly<Record<string, string>> },
    now: Date,
  ): Promise<void>;
  /** Nobody has to be told. */
  drop(noticeId: string, now: Date): Promise<void>;
}
