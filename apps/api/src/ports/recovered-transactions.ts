import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { AccountRecords } from '#domain/operation/lost-commits';
import type { OpenOperation, OperationDetails } from '#domain/operation/operation';

/** A transaction of one of our accounts as a final block has it. */
export interface FinalTransaction {
  readonly nonce: number;
  readonly hash: TransactionHash;
  /** `0x` when it is not one that Kax could have signed: no operation gets it. */
  readonly raw: `0x${string}`;
  /** Null when it creates a contract. */
  readonly to: PublicAddress | null;
  readonly value: bigint;
  readonly data: `0x${string}`;
  /** The most that the network could charge for it, base units of the native coin. */
  readonly feeCeiling: BaseUnits;
  readonly blockNumber: bigint;
  readonly blockHash: string;
  /** The time of its block. */
  readonly minedAt: Date;
}

/** How a transaction is recognized by what it does. */
export interface CallPattern {
  /** Null for any, as is the value. */
  readonly to: PublicAddress | null;
  readonly value: bigint | null;
  /** Hex, in which `_` is any digit and `%` any number of them. */
  readonly dataLike: string;
}

/** An account on a chain; the user is null for one of Kax's own. */
export interface RecordedAccount {
  readonly chainId: number;
  readonly account: PublicAddress;
  readonly userId: string | null;
}

/** An operation that gets a transaction which was found, in place of a signature. */
export interface AdoptionRequest {
  readonly details: OperationDetails;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  readonly transaction: FinalTransaction;
  /** `tagOf` the code of the payment request that it pays; left out where it pays none. */
  readonly paymentRequest?: string;
  /** The id of the payment by link whose money it moved on; left out for everything else. */
  readonly endsClaim?: string;
}

/**
 * What the records lack after the database lost commits: transactions that were signed, stored and sent, of which
 * only the network still knows. Source: the database.
 */
export interface RecoveredTransactions {
  /** What is known of an account's records. A change of server is noted by this. */
  records(account: RecordedAccount): Promise<AccountRecords>;
  /**
   * Stores transactions that were found with the account's next nonce above them. What is known already stays.
   * @returns those that were not known
   */
  recover(
    account: RecordedAccount,
    found: { readonly transactions: readonly FinalTransaction[]; readonly now: Date },
  ): Promise<readonly FinalTransaction[]>;
  /** The newest transactions of an account that the history has and no operation explains, `limit` at most. */
  unexplained(account: RecordedAccount, limit: number): Promise<readonly TransactionHash[]>;
  /** The oldest recovered transaction of an account that no operation has and that was mined since then; null when none matches. */
  findRecovered(
    account: RecordedAccount,
    pattern: CallPattern,
    minedSince: Date,
  ): Promise<FinalTransaction | null>;
  /**
   * Stores an operation with a recovered transaction as its only rung, due immediately; nothing is signed. A payment
   * request that it pays counts as paid by it, open or not, unless another payment keeps others out of that.
   * @returns the operation; null when its key was used, another one has the transaction, or the user was removed
   */
  adopt(request: AdoptionRequest): Promise<OpenOperation | null>;
}
