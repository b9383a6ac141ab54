import { entryIdOf } from '#domain/activity/entry-id';
import type { ActivityTransaction } from '#wire/wallet/history';
import type { WalletMode } from '../../state/wallet-mode.ts';

/** A row, and whose history it is from. */
export interface EntryRow {
  readonly mode: WalletMode;
  readonly transaction: ActivityTransaction;
}

/** @returns the id of the entry that a row belongs to */
export function entryIdOfRow(transaction: ActivityTransaction): string {
  return entryIdOf({ ...transaction, orderId: transaction.ramp?.orderId ?? null });
}

/** @returns the rows that say what an entry is: an approval is a part of what it is for */
export function mainRowsOf(rows: readonly EntryRow[]): readonly EntryRow[] {
  const main = rows.filter((row) => row.transaction.type !== 'approve' && !isAlsoSeen(row, rows));
  return main.length === 0 ? rows : main;
}

/** For a moment, a private payment can be listed as in progress and as seen in the pool: it moves money once. */
function isAlsoSeen({ mode, transaction }: EntryRow, rows: readonly EntryRow[]): boolean {
  const { id, operationId, status } = transaction;
  if (mode !== 'private' || status !== 'pending' || id !== operationId) return false;
  return rows.some((other) => other.mode === 'private' && other.transaction.id !== id);
}
