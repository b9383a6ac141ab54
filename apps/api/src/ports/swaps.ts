import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Swap } from '#domain/swap/swap';
import type { TokenId } from '#domain/token/token';
import type { SwapRoute } from '#wire/exchange/route';

export type StoredSwap = Swap<SwapRoute>;

/** A route as it was offered to one user. */
export interface OfferedRoute {
  readonly requestId: string;
  readonly userId: string;
  readonly account: PublicAddress;
  readonly fromTokenId: TokenId;
  readonly toTokenId: TokenId;
  readonly amount: BaseUnits;
  readonly route: SwapRoute;
  readonly offeredAt: Date;
}

/** A swap with the number that a change of it must name. */
export interface ClaimedSwap {
  readonly swap: StoredSwap;
  /** Rises with every change; a change under an older one is refused. */
  readonly version: number;
}

/** What a user confirmed earlier under a key. */
export interface KeyedSwap extends ClaimedSwap {
  readonly fingerprint: string;
}

/** The repository of swaps and of the routes that were offered for them. */
export interface Swaps {
  offer(routes: readonly OfferedRoute[]): Promise<void>;
  /** @returns the route offered to this user; null for an unknown one, and for someone else's */
  findOffer(userId: string, requestId: string): Promise<OfferedRoute | null>;
  /** Keys are kept permanently. */
  findByKey(userId: string, idempotencyKey: string): Promise<KeyedSwap | null>;
  /**
   * Stores a new swap that nothing was signed for.
   * @returns false when its route or its key was used before; nothing is stored then
   */
  insert(
    swap: StoredSwap,
    key: { readonly idempotencyKey: string; readonly fingerprint: string },
  ): Promise<boolean>;
  /** @returns the swap of this user; null for an unknown one, and for someone else's */
  find(userId: string, requestId: string): Promise<ClaimedSwap | null>;
  /** @returns swaps of this user, newest first; those before `before` when it is given */
  list(
    userId: string,
    page: { readonly before: string | null; readonly limit: number },
  ): Promise<readonly StoredSwap[]>;
  /** @returns swaps of this user that have not ended, oldest first */
  listOpen(userId: string): Promise<readonly ClaimedSwap[]>;
  /** Swaps of all users that have not ended and are due; no one else gets them until `now + leaseMs`. */
  claimDue(run: {
    readonly now: Date;
    readonly leaseMs: number;
    readonly limit: number;
  }): Promise<readonly ClaimedSwap[]>;
  /** @returns whether another swap of the user has the transaction as its confirmed delivery */
  isDeliveryOfAnother(
    swap: Pick<StoredSwap, 'userId' | 'requestId'>,
    hash: TransactionHash,
  ): Promise<boolean>;
  /**
   * @returns whether it was stored; not when another process changed the swap meanwhile, nor when its confirmed delivery
   *   is another swap's by now
   */
  record(claim: ClaimedSwap, next: StoredSwap, dueAt: Date): Promise<boolean>;
  /** Deletes routes offered before this. */
  sweepOffers(before: Date): Promise<void>;
}
