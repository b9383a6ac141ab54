import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { CommonAmount } from '#domain/privacy/other-amounts';

/** One movement between a public address and the pool, as everyone can see it. */
export interface PoolMovement {
  readonly direction: 'in' | 'out';
  readonly transactionHash: TransactionHash;
  /** Which of the block's events, and which of the notes in that event. */
  readonly logIndex: number;
  readonly position: number;
  readonly blockNumber: bigint;
  readonly at: Date;
  /** The contract of the token; the wrapped coin for the native one. */
  readonly asset: PublicAddress;
  /** Base units by which the pool's notes increased or decreased. */
  readonly inside: BaseUnits;
  /** Base units that left a public address, or arrived there. */
  readonly outside: BaseUnits;
  /** Who sent the transaction of a shield; who received an unshield, null when a contract passed it on. */
  readonly counterparty: PublicAddress | null;
}

/** What went into and out of the pool of one network. Source: the events of its contract. */
export interface PoolEvents {
  readonly chainId: number;
  /** Nothing happened before this block. */
  readonly firstBlock: bigint;
  /** @returns all movements of these blocks, both ends included. Rejects with `ChainUnavailable`. */
  read(range: { readonly from: bigint; readonly to: bigint }): Promise<readonly PoolMovement[]>;
}

/** Blocks that were read. They replace what was stored for them before. */
export interface ReadBlocks {
  readonly from: bigint;
  readonly to: bigint;
  /** The last of them that cannot be undone; below `from` when none is. */
  readonly finalTo: bigint;
  /** True when the chain has no later block. */
  readonly isHead: boolean;
  readonly movements: readonly PoolMovement[];
}

/** A request to the public history about one planned unshield. */
export interface HistoryRequest {
  readonly userId: string;
  readonly chainId: number;
  /** As in `PoolMove`. */
  readonly asset: PublicAddress;
  /** The user's public address. */
  readonly own: PublicAddress;
  readonly recipient: PublicAddress;
  /** Base units that are to leave the pool: others' amounts are returned near this one. */
  readonly leaves: BaseUnits;
}

/** What everyone can know about a user and the pool. */
export interface HistoryResponse {
  /** What the user's address moved into the pool, any token, oldest first. */
  readonly ownShields: readonly (Pick<PoolMovement, 'asset' | 'inside' | 'outside' | 'at'> & {
    readonly counterparty: PublicAddress;
  })[];
  /** Near the planned amount: of others' shields, what arrived and what was paid, base units. */
  readonly othersShielded: readonly bigint[];
  /** Near the planned amount: what others moved, most common first. */
  readonly common: readonly CommonAmount[];
  /** How many other addresses shielded the asset; counted up to 1,000. */
  readonly otherShielders: number;
  /**
   * True when a public payment links the recipient to the user's address: one from this server or any other, on any
   * network, since the user's history has been followed.
   */
  readonly isLinked: boolean;
  /** The last block that was read, once everything up to the chain's head has been; null before. */
  readonly asOfBlock: bigint | null;
}

/** The public history of the pools, kept by a job: no outside service is asked about a user. Source: the database. */
export interface PoolHistory {
  /**
   * Claims the next run, unless another process ran within `everyMs`.
   * @returns the last block that is known to be final, null at the beginning; `taken` when the run is not ours
   */
  claimRun(
    chainId: number,
    now: Date,
    everyMs: number,
  ): Promise<{ readonly finalTo: bigint | null } | 'taken'>;
  save(chainId: number, blocks: ReadBlocks): Promise<void>;
  read(query: HistoryRequest): Promise<HistoryResponse>;
}
