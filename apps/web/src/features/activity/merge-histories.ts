import type { ActivityEntry } from './entry.ts';
import type { EntryRow } from './entry-row.ts';

/** What is loaded of one history. */
export interface LoadedHistory {
  /** Page after page, newest first. */
  readonly pages: readonly (readonly EntryRow[])[];
  readonly hasMore: boolean;
}

/**
 * How far back histories are known together: what is older can still get rows of another history before it.
 * @returns milliseconds since 1970; null when all of them are known to their end
 */
export function horizonOf(histories: readonly LoadedHistory[]): number | null {
  const ends = histories.filter(({ hasMore }) => hasMore).map(endOf);
  return ends.length === 0 ? null : Math.max(...ends);
}

/**
 * The oldest row that was read. Only what is in progress isn’t in its place, and that comes before everything else.
 */
function endOf({ pages }: LoadedHistory): number {
  const last = pages.findLast((page) => page.length > 0)?.at(-1);
  return last === undefined ? Number.POSITIVE_INFINITY : Date.parse(last.transaction.date);
}

/** @returns the rows of all histories, each once: a page that was read later can repeat some */
export function rowsOf(histories: readonly LoadedHistory[]): readonly EntryRow[] {
  const rows = new Map<string, EntryRow>();
  for (const { pages } of histories) {
    for (const row of pages.flat()) {
      const key = `${row.mode} ${row.transaction.id}`;
      if (!rows.has(key)) rows.set(key, row);
    }
  }
  return [...rows.values()];
}

/**
 * What can be listed already. What is in progress always can: older rows take their places before it without
 * changing the order.
 */
export function untilHorizon(
  entries: readonly ActivityEntry[],
  horizon: number | null,
): readonly ActivityEntry[] {
  if (horizon === null) return entries;
  return entries.filter(({ at, isInProgress }) => at >= horizon || isInProgress);
}
