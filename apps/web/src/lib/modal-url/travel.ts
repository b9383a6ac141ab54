import type { PageLocation } from '../navigation/page-history.ts';

/** What a modal is leaving, and since when. */
let leaving: { readonly from: PageLocation; readonly since: number } | null = null;

/** A browser that has not moved on by then never will. */
const MOVES_WITHIN_MS = 1_000;

/**
 * The browser goes back and forth only after a while. Until it has, nothing else may move, or two quick presses would
 * go twice as far.
 * @param from what is on screen; a later visit of the same entry is another object
 */
export function beginTravel(from: PageLocation): void {
  leaving = { from, since: performance.now() };
}

/** @returns whether what is on screen is already being left */
export function isTravelling(shown: PageLocation): boolean {
  const isOver = leaving?.from !== shown || performance.now() - leaving.since > MOVES_WITHIN_MS;
  if (isOver) leaving = null;
  return leaving !== null;
}
