import type { PublicAddress } from '#domain/address/address';
import type { OperationKind, OperationStatus } from '#domain/operation/operation';

/** An operation that was signed or advanced, in this process or another. */
export interface OperationChange {
  readonly operationId: string;
  readonly userId: string;
  readonly kind: OperationKind;
  readonly chainId: number;
  readonly status: OperationStatus;
  readonly account: PublicAddress;
  readonly recipient: PublicAddress;
}

/** A movement in an account's public balances, or progress of one towards finality. */
export interface MovementChange {
  readonly chainId: number;
  readonly account: PublicAddress;
  /** False when only blocks were added above. */
  readonly isBalanceChanged: boolean;
  /** What arrived from outside in these blocks; a few at most. */
  readonly received: readonly {
    readonly tokenId: string;
    /** Base units, digits only. */
    readonly amount: string;
    readonly transactionHash: string | null;
  }[];
}

/** Notifications of what any process of the server stored. In-memory caches are valid only until then. */
export interface Changes {
  /** False while notifications cannot arrive: what is in memory may be out of date. */
  isConnected(): boolean;
  onOperation(listener: (change: OperationChange) => void): void;
  onMovements(listener: (change: MovementChange) => void): void;
  /** Called with the chain's id whenever its follower has checked and stored everything new. */
  onLook(listener: (chainId: number) => void): void;
  /** Called with the id of a session that was ended. */
  onSessionEnded(listener: (sessionId: string) => void): void;
  onPrices(listener: () => void): void;
  /** Called when notifications arrive again after an outage: anything may have changed meanwhile. */
  onGap(listener: () => void): void;
}
