import { useEffect, useState } from 'react';
import type { MergedHistory } from './use-merged-history.ts';

/** Results that fill a screen. */
const ENOUGH = 20;
/** Pages of each history that one search reads by itself. */
const PAGES_AT_ONCE = 10;

/**
 * Reads older pages of a narrowed list until enough was found, and no further than its limit.
 * @returns what reads on from there
 */
export function useReadingOn(
  history: MergedHistory,
  { isNarrowed, found }: { readonly isNarrowed: boolean; readonly found: number },
) {
  const { pageCount, hasOlder, isReading, failures, readOlder } = history;
  const [limit, setLimit] = useState({ found: ENOUGH, pages: PAGES_AT_ONCE });
  const isReadingOn =
    isNarrowed &&
    hasOlder &&
    failures.length === 0 &&
    found < limit.found &&
    pageCount < limit.pages;
  useEffect(() => {
    if (isReadingOn && !isReading) readOlder();
  }, [isReadingOn, isReading, readOlder]);
  return {
    isReadingOn,
    readOn() {
      setLimit({ found: found + ENOUGH, pages: pageCount + PAGES_AT_ONCE });
      readOlder();
    },
  };
}
