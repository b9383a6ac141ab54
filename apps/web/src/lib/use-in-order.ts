import { useCallback, useRef } from 'react';

/**
 * @returns a function that does what it is given once everything before is done, whatever came of that: of several
 *   hasty choices, the server keeps the last one
 */
export function useInOrder(): <T>(work: () => Promise<T>) => Promise<T> {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback((work) => {
    const mine = last.current.then(work, work);
    last.current = mine;
    return mine;
  }, []);
}
