import type { TransactionHash } from '#domain/address/address';
import type { TokenId } from '#domain/token/token';
import type { ShieldedBalance, ShieldedHistoryItem } from './shielded-pool.ts';
import type { ShieldedWorker } from './shielded-wallets.ts';

/** A user's private balances, as they were read. */
export interface ShieldedBalances {
  readonly byToken: ReadonlyMap<TokenId, ShieldedBalance>;
  /** The newest transactions that created or spent notes of the user: the balances are those after them. */
  readonly newest: readonly TransactionHash[];
}

/** One transaction of a user's private history, with the time of its block. */
export type TimedHistoryItem = ShieldedHistoryItem & { readonly at: Date };

/** What is known of a user's private money. */
export interface ShieldedView {
  /** The process with the pool; null when none ever ran. */
  readonly worker: ShieldedWorker | null;
  /** Whether the current run has opened the wallet and knows all of its notes. */
  readonly isOpen: boolean;
  /** The balances last read; null while none were. */
  readonly balances:
    | (ShieldedBalances & {
        readonly asOf: Date;
        /** Whether the current run read them. */
        readonly isOfThisRun: boolean;
      })
    | null;
}

/** Whose, and the 32 bytes that open it. */
export interface ViewOwner {
  readonly userId: string;
  readonly chainId: number;
  readonly viewKey: Uint8Array;
}

/** One row of a private history. */
export interface PlacedHistoryItem {
  /** Counts from the oldest, 0. */
  readonly position: number;
  readonly item: TimedHistoryItem;
}

/** Private balances and history as the pool's process last wrote them, sealed for the owners. Source: the database. */
export interface ShieldedViews {
  /** With one statement. */
  read(owner: ViewOwner): Promise<ShieldedView>;
  /** Newest first, those before `before`; with one statement. */
  readHistory(
    owner: ViewOwner,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<readonly PlacedHistoryItem[]>;
  /** Which of a user's operations made these transactions, by hash; transactions without one are left out. */
  operationsOf(
    userId: string,
    hashes: readonly TransactionHash[],
  ): Promise<ReadonlyMap<TransactionHash, string>>;
  /** Replaces the balances. */
  writeBalances(
    owner: ViewOwner,
    balances: ShieldedBalances,
    by: { readonly keyId: string; readonly now: Date },
  ): Promise<void>;
  /** Stores rows in place of those at the same positions, and deletes those at `count` and above. */
  writeHistory(owner: ViewOwner, rows: readonly PlacedHistoryItem[], count: number): Promise<void>;
  /** Times of blocks that were stored before, by number. */
  blockTimes(chainId: number, blocks: readonly number[]): Promise<ReadonlyMap<number, Date>>;
  saveBlockTimes(chainId: number, times: ReadonlyMap<number, Date>): Promise<void>;
}
