import { useEffect, useRef } from 'react';
import type { OperationView } from '#wire/wallet/operation';

/**
 * Calls `onEnd` when an operation that was in progress no longer is, so that balances are read again.
 * @param operations those in progress; undefined while that is not known.
 */
export function useWhenOperationEnds(
  operations: readonly OperationView[] | undefined,
  onEnd: () => void,
): void {
  const knownIds = useRef<readonly string[]>([]);
  useEffect(() => {
    if (operations === undefined) return;
    const ids = operations.map(({ id }) => id);
    const hasEnded = knownIds.current.some((id) => !ids.includes(id));
    knownIds.current = ids;
    if (hasEnded) onEnd();
  }, [operations, onEnd]);
}
