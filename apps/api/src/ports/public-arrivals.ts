import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { TokenId } from '#domain/token/token';

/** One payment that an account received in public. */
export interface PublicArrival {
  readonly tokenId: TokenId;
  readonly units: BaseUnits;
  readonly transactionHash: TransactionHash;
  readonly from: PublicAddress | null;
  /** The block's time. */
  readonly at: Date;
}

/** What accounts received in public from others, as the followers of the chains stored it. */
export interface PublicArrivals {
  /**
   * Oldest first: payments of exactly one of these amounts since then. What the user moved to themselves, bought or
   * swapped is left out.
   */
  find(wanted: {
    readonly userId: string;
    readonly account: PublicAddress;
    readonly since: Date;
    readonly amounts: readonly { readonly tokenId: TokenId; readonly units: BaseUnits }[];
  }): Promise<readonly PublicArrival[]>;
}
