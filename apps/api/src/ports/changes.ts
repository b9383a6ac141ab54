import type { PublicAddress } from '#domain/address/address';
import type { OperationStatus } from '#domain/operation/operation';

/** An operation that was signed or moved on, in this process or another. */
export interface OperationChange {
  readonly operationId: string;
  readonly userId: string;
  readonly chainId: number;
  readonly status: OperationStatus;
  readonly account: PublicAddress;
  readonly recipient: PublicAddress;
}

/** News of what any process of the server stored. What is kept in memory is kept no longer than until then. */
export interface Changes {
  /** False while news cannot arrive: what is in memory may be out of date. */
  isHeard(): boolean;
  onOperation(listener: (change: OperationChange) => void): void;
  onPrices(listener: () => void): void;
  /** Called when news arrives again after it could not: anything may have changed meanwhile. */
  onGap(listener: () => void): void;
}
