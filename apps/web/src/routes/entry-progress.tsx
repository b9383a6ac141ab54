import type { OperationView } from '#wire/wallet/operation';
import { EntryFailure } from '../features/activity/details/entry-card.tsx';
import type { ActivityEntry } from '../features/activity/entry.ts';
import { OperationState } from '../features/operations/operation-state.tsx';
import { SwapProgress } from '../features/swap/swap-progress.tsx';

interface EntryProgressProps {
  entry: ActivityEntry;
  operation: OperationView | null;
  /** The newest read of the operation failed. */
  isOutOfReach: boolean;
  isHidden: boolean;
}

/** How far an entry is, with its steps where it has some, and why it failed. */
export function EntryProgress({ entry, operation, isOutOfReach, isHidden }: EntryProgressProps) {
  if (operation !== null) {
    return <OperationState operation={operation} isOutOfReach={isOutOfReach} />;
  }
  return (
    <>
      <EntryFailure entry={entry} />
      {entry.swap === null ? null : <SwapProgress swap={entry.swap} isHidden={isHidden} />}
    </>
  );
}
