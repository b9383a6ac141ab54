import { useEffect, useState } from 'react';

/** How often a screen that shows dates updates, so that “today” ends at midnight. */
export const DATE_REFRESH_MS = 60_000;

/** @returns the time in milliseconds since 1970, updated every `everyMs` while the page is visible. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const read = () => {
      if (document.visibilityState === 'visible') setNow(Date.now());
    };
    const timer = setInterval(read, everyMs);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [everyMs]);
  return now;
}
