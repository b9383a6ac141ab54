import { useEffect, useState } from 'react';

/** @returns the latest value that stayed unchanged for `afterMs`; the current value when that is 0. */
export function useDebounced<T>(value: T, afterMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (afterMs === 0) return;
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return afterMs === 0 ? value : settled;
}
