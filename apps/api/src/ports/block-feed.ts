import type { Movement } from '#domain/activity/movement';
import type { PublicAddress } from '#domain/address/address';
import type { Block } from './public-chain.ts';

/** A block with what links it to its neighbors. */
export interface FollowedBlock {
  readonly number: bigint;
  /** Lower case. */
  readonly hash: string;
  readonly parentHash: string;
  readonly at: Date;
}

/** The addresses to watch for movements: EIP-55 by lower case. */
export type WatchedAddresses = ReadonlyMap<string, PublicAddress>;

/** Consecutive blocks with everything they did to the watched addresses. */
export interface BlockRange {
  /** In order; each block's parent is the one before. */
  readonly blocks: readonly FollowedBlock[];
  readonly movements: readonly Movement[];
}

/**
 * The blocks of one EVM chain. The cost of a call depends on the blocks, not on how many addresses are watched.
 * Every method rejects with `ChainUnavailable` when no node responds in time.
 */
export interface BlockFeed {
  readonly chainId: number;
  /** The newest block and the number of the newest one that cannot be undone. */
  heads(): Promise<{ readonly latest: Block; readonly finalizedNumber: bigint }>;
  /** One block of the node's current chain; null when it has none with that number. */
  block(number: bigint): Promise<FollowedBlock | null>;
  /**
   * Reads blocks `from` to `to`, both included.
   * @returns null when the chain changed during the read; read again.
   */
  read(
    range: { readonly from: bigint; readonly to: bigint },
    watched: WatchedAddresses,
  ): Promise<BlockRange | null>;
}
