import type { PublicAddress } from '#domain/address/address';
import type { OperationKind, OperationStatus } from '#domain/operation/operation';

/** An operation that was signed or moved on, in this process or another. */
export interface OperationChange {
  readonly operationId: string;
  readonly userId: string;
  readonly kind: OperationKind;
  readonly chainId: number;
  readonly status: OperationStatus;
  readonly account: PublicAddress;
  readonly recipient: PublicAddress;
}

/** Something that moved in an account's public balances, or that came nearer to being final. */
export interface MovementChange {
  readonly chainId: number;
  readonly account: PublicAddress;
  /** False when only blocks were added above. */
  readonly isBalanceChanged: boolean;
  /** What came from outside in these blocks; a few at most. */
  readonly received: readonly {
    readonly tokenId: string;
    /** Base units, digits only. */
    readonly amount: string;
    readonly transactionHash: string | null;
  }[];
}

/** News of what any process of the server stored. What is kept in memory is kept no longer than until then. */
export interface Changes {
  /** False while news cannot arrive: what is in memory may be out of date. */
  isHeard(): boolean;
  onOperation(listener: (change: OperationChange) => void): void;
  onMovements(listener: (change: MovementChange) => void): void;
  /** Called with the chain's id whenever its follower looked and stored all that was new. */
  onLook(listener: (chainId: number) => void): void;
  /** Called with the id of a session that somebody ended. */
  onSessionEnded(listener: (sessionId: string) => void): void;
  onPrices(listener: () => void): void;
  /** Called when news arrives again after it could not: anything may have changed meanwhile. */
  onGap(listener: () => void): void;
}
