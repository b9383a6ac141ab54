import type { generateDummyProofTransactions, generateTransact } from '@railgun-community/wallet';

/** What to do with notes of a wallet; amounts in base units, before the pool's own fee. */
export type PrivateTransaction =
  | {
      readonly kind: 'transfer';
      readonly token: string;
      readonly amount: bigint;
      /** A private address. */
      readonly recipient: string;
      readonly memo?: string;
      readonly showSender: boolean;
    }
  | {
      /** The native coin leaves as itself: it is unwrapped on the way. */
      readonly kind: 'unshield' | 'unshield-native';
      readonly token: string;
      readonly amount: bigint;
      /** A public address. */
      readonly recipient: string;
    };

/** Whose notes, and the key that opens them. */
export interface Spender {
  readonly walletId: string;
  /** 32 bytes as hex. */
  readonly encryptionKey: string;
}

/** What RAILGUN's software calls transactions: each has one proof, and they are sent together. */
export type ProvedParts = Awaited<ReturnType<typeof generateDummyProofTransactions>>;

/** How the parts of one payment are called. */
export interface CallOf {
  /** 31 bytes as hex that are part of the binding of several parts. */
  readonly random: string;
  /** The broadcaster charges nothing. */
  readonly isUnpaid: boolean;
  readonly isEstimate: boolean;
}

/** Makes the call that has these parts proved, or with empty proofs to estimate what it uses. */
export type CallParts = (parts: ProvedParts, of: CallOf) => ReturnType<typeof generateTransact>;
