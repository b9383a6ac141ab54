/** The entry of the history that a modal is leaving, and since when. */
let leaving: { readonly key: string; readonly since: number } | null = null;

/** A browser that has not moved on by then never will. */
const MOVES_WITHIN_MS = 1_000;

/**
 * The browser goes back and forth only after a while. Until it has, nothing else may move, or two quick presses would
 * go twice as far.
 * @param key of the entry on screen
 */
export function beginTravel(key: string): void {
  leaving = { key, since: performance.now() };
}

/** @returns whether the entry on screen is already being left */
export function isTravelling(key: string): boolean {
  const isOver = leaving?.key !== key || performance.now() - leaving.since > MOVES_WITHIN_MS;
  if (isOver) leaving = null;
  return leaving !== null;
}
