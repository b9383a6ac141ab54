import { useEffect, useRef } from 'react';
import type { OperationView } from '#wire/wallet/operation';

/**
 * Calls `onEnd` when an operation is no longer in progress, so that balances are refetched.
 * @param operations the operations in progress; undefined until known.
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
