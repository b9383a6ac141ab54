/** One event of a transaction, as a node reports it. */
export interface RecordedLog {
  /** Contract, `0x…` in lower case. */
  readonly address: string;
  /** 32 bytes each, `0x…` in lower case. */
  readonly topics: readonly string[];
  /** `0x…` in lower case */
  readonly data: string;
}

/** What a token's contract says of itself. */
export interface RecordedToken {
  readonly decimals: number;
  readonly symbol: string;
}

/** What a node reports of a transaction and its block; no part of it comes from a receipt. */
export interface ChainRecord {
  readonly chainId: number;
  /** In lower case. */
  readonly hash: string;
  readonly blockNumber: number;
  /** The block's time. */
  readonly at: Date;
  readonly isSuccess: boolean;
  /** `0x…` in lower case; the recipient is null when it created a contract. */
  readonly from: string;
  readonly to: string | null;
  /** Base units of the native coin. */
  readonly value: bigint;
  readonly logs: readonly RecordedLog[];
  /** Of the contract that the receipt names; null for the native coin, and when no such contract responded. */
  readonly token: RecordedToken | null;
}

/**
 * Why responses of a node are no record. `unreadable`: they aren't the responses to these requests. `refused`: the node
 * reported an error. `unknown-transaction`: it has no such transaction in a block. `inconsistent`: the responses are
 * about different blocks or transactions, for instance because the receipt names another block.
 */
export type ChainRecordProblem = 'unreadable' | 'refused' | 'unknown-transaction' | 'inconsistent';

/** A record, or why there is none. */
export type ReadChainRecord =
  | { readonly ok: true; readonly record: ChainRecord }
  | { readonly ok: false; readonly problem: ChainRecordProblem };
