import type { ClaimedOperation, ObservedOperation } from './operations.ts';

/** An operation of any user, as an operator finds it. */
export interface FoundOperation extends ObservedOperation {
  /** When a process looks at it next; while one has claimed it, when the claim ends. */
  readonly dueAt: Date;
  /** How often it was claimed, or changed by a request, since it was stored. */
  readonly epoch: number;
}

/** The operations of all users, for the person who runs Kax. Source: the database. */
export interface OpenOperations {
  /** Every operation that did not end, oldest first. */
  list(): Promise<readonly FoundOperation[]>;
  /** One operation, open or not; null when there is none with this id. */
  find(operationId: string): Promise<FoundOperation | null>;
  /**
   * Claims one signed operation that did not end, until `now + leaseMs`. Earlier claims become invalid.
   * @returns null when it is due after `dueBefore`, or is not signed, or ended; nothing changed then.
   */
  claim(
    operationId: string,
    run: { readonly now: Date; readonly leaseMs: number; readonly dueBefore: Date },
  ): Promise<ClaimedOperation | null>;
}
