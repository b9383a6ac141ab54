import type { PrivateAddress, PublicAddress } from '#domain/address/address';

/** One private payment that a user requests, and the response that the user received. */
export interface ScriptedPrivateRequest {
  readonly userId: string;
  readonly key: string;
  readonly amount: bigint;
  readonly to:
    | { readonly kind: 'unshield'; readonly recipient: PublicAddress }
    | {
        readonly kind: 'internal-transfer';
        readonly recipient: PrivateAddress;
        readonly message: string | null;
        readonly showsSender: boolean;
      };
  /** Sent at a random moment within this many minutes; null for immediately. */
  readonly withinMinutes: number | null;
  /** The user changes their mind. */
  readonly isCancelled: boolean;
  /** The code of the payment request that it pays; left out where it pays none. */
  readonly paymentRequest?: string;
  /** How often it was refused because another payment of its request counts. */
  timesOver?: number;
  /** Its user is cancelling a plan of it. */
  isBeingCancelled?: boolean;
  outcome: { readonly hash: string } | { readonly refused: string } | 'pending';
}
