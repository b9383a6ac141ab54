import type {
  FeeTokenDetails,
  RailgunERC20AmountRecipient,
  RailgunPopulateTransactionResponse,
  TransactionGasDetails,
} from '@railgun-community/shared-models';

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

/** What a proof is bound to in addition to the transaction: the note for the broadcaster and the lowest gas price. */
export type ProofTerms = readonly [
  feeNote: RailgunERC20AmountRecipient | undefined,
  isUnpaid: boolean,
  leastGasPrice: bigint | undefined,
];

/** What a transaction would use, units of gas, and how many notes each of its proofs would spend. */
export interface CallEstimate {
  readonly gas: bigint;
  readonly notes: readonly number[];
}

/** The calls of RAILGUN's software for one transaction. */
export interface PrivateTransactionCalls {
  estimate(
    details: TransactionGasDetails,
    feeToken: FeeTokenDetails | undefined,
  ): Promise<CallEstimate>;
  /** `onProgress` receives percentages, of each proof. */
  prove(
    terms: ProofTerms,
    onProgress: (percent: number) => void,
  ): Promise<Pick<RailgunPopulateTransactionResponse, 'transaction' | 'nullifiers'>>;
}
