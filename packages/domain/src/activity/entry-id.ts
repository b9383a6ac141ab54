import type { TransactionHash } from '../address/address.ts';

/** What tells which entry of the activity a row belongs to. */
export interface EntryParts {
  /** The row's own id. */
  readonly id: string;
  readonly chainId: number;
  readonly transactionHash: string | null;
  readonly operationId: string | null;
  /** `requestId` of the swap that it is part of. */
  readonly swapId: string | null;
  /** The order at the payment partner. */
  readonly orderId: string | null;
}

/** One thing that a user did or received, whatever rows it has in either balance. */
export type Entry =
  | { readonly kind: 'swap'; readonly swapId: string }
  | { readonly kind: 'operation'; readonly operationId: string }
  | { readonly kind: 'order'; readonly orderId: string }
  | {
      readonly kind: 'transaction';
      readonly chainId: number;
      readonly transactionHash: TransactionHash;
    }
  | { readonly kind: 'row'; readonly rowId: string };

/**
 * The id of the entry that a row belongs to: rows of one intent have the same one, in the public and in the private
 * history, and before and after their transaction is in a block.
 * @returns as in `operation-0b6c…`, `swap-…`, `order-…` or `transaction-137-0x…`; `row-…` for what has none of these
 */
export function entryIdOf(row: EntryParts): string {
  if (row.swapId !== null) return `swap-${row.swapId}`;
  if (row.operationId !== null) return entryIdOfOperation(row.operationId);
  if (row.orderId !== null) return `order-${row.orderId}`;
  if (row.transactionHash !== null) return `transaction-${row.chainId}-${row.transactionHash}`;
  return `row-${row.id}`;
}

/** @returns the id of the entry of an operation that is no part of a swap */
export function entryIdOfOperation(operationId: string): string {
  return `operation-${operationId}`;
}

/** Of any entry id: long enough for a hash with its chain, and for the ids of partners. */
export const ENTRY_ID_MAX_LENGTH = 160;

const ID = /^(swap|operation|order|row)-([\w.:-]{1,128})$/;
const TRANSACTION = /^transaction-([1-9][0-9]{0,9})-(0x[0-9a-f]{64})$/;

/** @returns the entry with this id; null when `entryIdOf` can't have made it */
export function parseEntryId(text: string): Entry | null {
  const [, chain, hash] = TRANSACTION.exec(text) ?? [];
  if (chain !== undefined && hash !== undefined) {
    const transactionHash = hash as TransactionHash;
    return { kind: 'transaction', chainId: Number.parseInt(chain, 10), transactionHash };
  }
  const [, kind, id = ''] = ID.exec(text) ?? [];
  switch (kind) {
    case 'swap':
      return { kind, swapId: id };
    case 'operation':
      return { kind, operationId: id };
    case 'order':
      return { kind, orderId: id };
    case 'row':
      return { kind, rowId: id };
    default:
      return null;
  }
}
