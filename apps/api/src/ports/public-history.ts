import type { ActivityType, Direction } from '#domain/activity/activity';
import type { ClassifiedMovement, KnownOperation } from '#domain/activity/classify-movements';
import type { Entry } from '#domain/activity/entry-id';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { CancellationReason, OperationStatus } from '#domain/operation/operation';
import type { RampSide, RampStatus } from '#domain/ramp/ramp-order';
import type { TokenId } from '#domain/token/token';
import type { FollowedBlock } from './block-feed.ts';

/** How far a chain was followed. */
export interface FollowerState {
  /** The last block that was stored. */
  readonly last: FollowedBlock;
  /** The chain's newest block at that time. */
  readonly latestNumber: bigint;
  readonly finalizedNumber: bigint;
  /** When a follower last checked. */
  readonly lookedAt: Date;
}

/** What a follower stores for some blocks. All or nothing. */
export interface FollowedRange {
  readonly chainId: number;
  /** Hash of the last stored block as the follower knows it; null on a chain that was not followed yet. */
  readonly after: string | null;
  readonly blocks: readonly FollowedBlock[];
  readonly movements: readonly ClassifiedMovement[];
  readonly latestNumber: bigint;
  readonly finalizedNumber: bigint;
}

/** Where a page of a history begins: below this row. */
export interface HistoryPlace {
  readonly at: Date;
  /** Order among rows of the same time. */
  readonly position: bigint;
}

/** The order at the payment partner that a row belongs to. */
export interface HistoryOrder {
  readonly orderId: string;
  readonly side: RampSide;
  readonly status: RampStatus;
  readonly fiatCurrency: string;
  /** Decimal texts as the partner wrote them; null when it does not report them. */
  readonly fiatAmount: string | null;
  readonly cryptoAmount: string | null;
}

/** One row of a user's public history. */
export interface HistoryRow {
  /** Stable; unique in one user's history. */
  readonly id: string;
  readonly place: HistoryPlace;
  readonly type: ActivityType;
  readonly chainId: number;
  readonly tokenId: TokenId;
  readonly direction: Direction;
  readonly from: PublicAddress | null;
  readonly to: string | null;
  readonly amount: BaseUnits;
  readonly transactionHash: TransactionHash | null;
  /** Null for an operation or an order that is in no block. */
  readonly blockNumber: bigint | null;
  readonly isSuccess: boolean;
  /** Base units of the native coin that this account paid the network for the transaction; null when others paid. */
  readonly feePaid: BaseUnits | null;
  readonly operation: {
    readonly id: string;
    readonly status: OperationStatus;
    /** Why it was cancelled after it was signed; null when it was not. */
    readonly cancelReason: CancellationReason | null;
  } | null;
  readonly order: HistoryOrder | null;
  /** Request id of the swap that the row is a part of; null for any other row. */
  readonly swapId: string | null;
  /** How far the row's chain was followed; null when it was not. */
  readonly heads: Pick<FollowerState, 'latestNumber' | 'finalizedNumber'> | null;
}

/** What moved in public balances, as the followers of the chains stored it. */
export interface PublicHistory {
  /** Null when the chain was not followed yet. */
  state(chainId: number): Promise<FollowerState | null>;
  /** How far every chain was followed, by chain id; one that never was is left out. */
  followers(): Promise<ReadonlyMap<number, FollowerState>>;
  /**
   * Claims the chain for one follower at a time.
   * @returns false while another one has claimed it
   */
  claim(
    chainId: number,
    follower: string,
    lease: { readonly now: Date; readonly leaseMs: number },
  ): Promise<boolean>;
  /** Releases the chain immediately. */
  release(chainId: number, follower: string): Promise<void>;
  /** Public addresses of wallets created since; of all wallets when `since` is null. */
  addresses(since: Date | null): Promise<readonly PublicAddress[]>;
  /** Which of these transactions belong to operations of ours. */
  operationsOf(
    chainId: number,
    hashes: readonly TransactionHash[],
  ): Promise<ReadonlyMap<TransactionHash, KnownOperation>>;
  /**
   * Stores blocks and movements and notifies everyone whose balances changed.
   * @returns false, with nothing stored, when the last stored block is not `after`
   */
  append(range: FollowedRange, now: Date): Promise<boolean>;
  /** Records that the chain was checked and nothing was new, and whose movements became final. */
  look(
    chainId: number,
    heads: { readonly latestNumber: bigint; readonly finalizedNumber: bigint },
    now: Date,
  ): Promise<void>;
  /** The stored blocks of a chain, newest first, at most `limit`, below `below`. */
  recentBlocks(chainId: number, below: bigint, limit: number): Promise<readonly FollowedBlock[]>;
  /**
   * Deletes every block above `keep` and what it did.
   * @returns false, with nothing changed, when the last stored block is not `last`
   */
  undo(
    chainId: number,
    range: { readonly last: string; readonly keep: FollowedBlock },
    now: Date,
  ): Promise<boolean>;
  /** Rows of one account, newest first, with operations and orders that are in no block yet. */
  page(query: {
    readonly account: PublicAddress;
    readonly tokenId: TokenId | null;
    readonly type: ActivityType | null;
    readonly before: HistoryPlace | null;
    readonly limit: number;
    /** What the payment partner trades; null leaves orders without a movement out. */
    readonly rampCoin: { readonly chainId: number; readonly tokenId: TokenId } | null;
    /** Only rows that can belong to this entry, and all of those that do; null for all rows. */
    readonly entry: Entry | null;
  }): Promise<readonly HistoryRow[]>;
}
