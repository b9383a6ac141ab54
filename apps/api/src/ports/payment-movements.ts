import type { ActivityType, Direction } from '#domain/activity/activity';
import type { Entry } from '#domain/activity/entry-id';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { TokenId } from '#domain/token/token';

/** What a transaction did to a public balance. */
export interface PaymentMovement {
  readonly type: ActivityType;
  /** True for what the transaction itself carries, and for what the token's contract recorded. */
  readonly isRecorded: boolean;
  readonly chainId: number;
  readonly tokenId: TokenId;
  readonly direction: Direction;
  readonly from: PublicAddress | null;
  readonly to: string | null;
  readonly amount: BaseUnits;
  readonly isSuccess: boolean;
  readonly operationId: string | null;
  readonly transactionHash: TransactionHash | null;
  readonly blockNumber: bigint;
  /** The block's time. */
  readonly at: Date;
  /** True when the network can no longer revert it. */
  readonly isFinal: boolean;
}

/** Which movements belong to what a user did or received. Source: the database. */
export interface PaymentMovements {
  /** Without network fees, in the order of the chain; with one statement. */
  ofEntry(
    account: PublicAddress,
    entry: Extract<Entry, { kind: 'operation' | 'transaction' }>,
  ): Promise<readonly PaymentMovement[]>;
}
