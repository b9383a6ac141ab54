import { useEffect, useState } from 'react';

/** The value as it was once it has stood still for `afterMs`; immediately when that is 0. */
export function useDebounced<T>(value: T, afterMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (afterMs === 0) return;
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return afterMs === 0 ? value : settled;
}
