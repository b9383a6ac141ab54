import { entryIdOf } from '#domain/activity/entry-id';
import type { ActivityTransaction } from '#wire/wallet/history';

/** @returns the rows of one entry; all rows when none is requested */
export function ofEntry(
  transactions: readonly ActivityTransaction[],
  entryId: string | undefined,
): ActivityTransaction[] {
  return transactions.filter((row) => entryId === undefined || isOfEntry(row, entryId));
}

/** True when a row belongs to the entry with this id. */
export function isOfEntry(row: ActivityTransaction, entryId: string): boolean {
  return entryIdOf({ ...row, orderId: row.ramp?.orderId ?? null }) === entryId;
}
