import type {
  FeeTokenDetails,
  NetworkName,
  RailgunERC20AmountRecipient,
  RailgunPopulateTransactionResponse,
  RailgunTransactionGasEstimateResponse,
  TransactionGasDetails,
} from '@railgun-community/shared-models';
import {
  gasEstimateForUnprovenTransfer,
  gasEstimateForUnprovenUnshield,
  gasEstimateForUnprovenUnshieldBaseToken,
  generateTransferProof,
  generateUnshieldBaseTokenProof,
  generateUnshieldProof,
  populateProvedTransfer,
  populateProvedUnshield,
  populateProvedUnshieldBaseToken,
} from '@railgun-community/wallet';
import { TXID_VERSION } from './start-engine.ts';

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

/** The three calls of RAILGUN's software for one transaction. */
export interface PrivateTransactionCalls {
  estimate(
    details: TransactionGasDetails,
    feeToken: FeeTokenDetails | undefined,
  ): Promise<RailgunTransactionGasEstimateResponse>;
  /** The proof stays in the engine; `onProgress` receives percentages. */
  prove(terms: ProofTerms, onProgress: (percent: number) => void): Promise<void>;
  /** Fetches the proof, which the engine finds only by exactly the same terms. */
  populate(
    terms: ProofTerms,
    details: TransactionGasDetails,
  ): Promise<RailgunPopulateTransactionResponse>;
}

/** @returns the calls that do what is intended. */
export function createPrivateTransactionCalls(
  networkName: NetworkName,
  { walletId, encryptionKey }: Spender,
  transaction: PrivateTransaction,
): PrivateTransactionCalls {
  const { token: tokenAddress, amount, recipient } = transaction;
  const start = [TXID_VERSION, networkName] as const;
  const opened = [walletId, encryptionKey] as const;
  if (transaction.kind === 'transfer') return createTransferCalls(start, opened, transaction);
  const recipients = recipientsOf(transaction);
  if (transaction.kind === 'unshield-native') {
    const wrapped = { tokenAddress, amount };
    const to = [...start, recipient] as const;
    return {
      estimate: (details, feeToken) =>
        gasEstimateForUnprovenUnshieldBaseToken(
          ...to,
          ...opened,
          wrapped,
          details,
          feeToken,
          feeToken === undefined,
        ),
      prove: (terms, onProgress) =>
        generateUnshieldBaseTokenProof(...to, ...opened, wrapped, ...terms, onProgress),
      populate: (terms, details) =>
        populateProvedUnshieldBaseToken(...to, walletId, wrapped, ...terms, details),
    };
  }
  return {
    estimate: (details, feeToken) =>
      gasEstimateForUnprovenUnshield(
        ...start,
        ...opened,
        recipients,
        [],
        details,
        feeToken,
        feeToken === undefined,
      ),
    prove: (terms, onProgress) =>
      generateUnshieldProof(...start, ...opened, recipients, [], ...terms, onProgress),
    populate: (terms, details) =>
      populateProvedUnshield(...start, walletId, recipients, [], ...terms, details),
  };
}

function createTransferCalls(
  start: readonly [typeof TXID_VERSION, NetworkName],
  opened: readonly [walletId: string, encryptionKey: string],
  transaction: Extract<PrivateTransaction, { kind: 'transfer' }>,
): PrivateTransactionCalls {
  const [walletId] = opened;
  const { showSender, memo } = transaction;
  const recipients = recipientsOf(transaction);
  return {
    estimate: (details, feeToken) =>
      gasEstimateForUnprovenTransfer(
        ...start,
        ...opened,
        memo,
        recipients,
        [],
        details,
        feeToken,
        feeToken === undefined,
      ),
    prove: (terms, onProgress) =>
      generateTransferProof(
        ...start,
        ...opened,
        showSender,
        memo,
        recipients,
        [],
        ...terms,
        onProgress,
      ),
    populate: (terms, details) =>
      populateProvedTransfer(
        ...start,
        walletId,
        showSender,
        memo,
        recipients,
        [],
        ...terms,
        details,
      ),
  };
}

function recipientsOf({
  token,
  amount,
  recipient,
}: PrivateTransaction): RailgunERC20AmountRecipient[] {
  return [{ tokenAddress: token, amount, recipientAddress: recipient }];
}
