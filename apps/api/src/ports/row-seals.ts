/** Which row it is, whose, and which of its states: a later state has a higher counter. */
export interface SealedRow {
  readonly table: string;
  readonly id: string;
  readonly owner: string;
  readonly counter: number;
}

/**
 * Authenticates rows that are trusted, so that whoever can only write to the database cannot make or change one. A seal
 * cannot tell that a row was deleted or put back to an earlier state.
 */
export interface RowSeals {
  /** @returns 32 bytes over the row's identity and these fields, in this order */
  seal(row: SealedRow, fields: readonly string[]): Uint8Array;
  /** @param seal null where the row has none, which is never right */
  isSealed(row: SealedRow, fields: readonly string[], seal: Uint8Array | null): boolean;
}
