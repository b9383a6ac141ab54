import { rememberIn } from './bounded-memory.ts';

/**
 * How new the states were that this process saw of rows. A row can be put back to an earlier state with its right seal;
 * what was seen here holds nevertheless, for as long as the process runs.
 */
export interface NewestStates {
  /** @returns false when a later state was seen; else remembers this one */
  isNewest(id: string, counter: number): boolean;
}

const MOST_ROWS = 100_000;

/**
 * Above a number of rows, those are forgotten that were not seen for longest.
 * @param mostRows only tests pass it
 */
export function createNewestStates(mostRows = MOST_ROWS): NewestStates {
  const newestById = new Map<string, number>();
  return {
    isNewest(id, counter) {
      const newest = newestById.get(id) ?? counter;
      rememberIn(newestById, mostRows, [id, Math.max(newest, counter)]);
      return counter >= newest;
    },
  };
}
