import './operation-actions.css';
import { useNow } from '../../lib/use-now.ts';
import { CancelButton } from './cancel-button.tsx';
import type { ShownOperation } from './operation-steps.ts';
import { SpeedUpButton } from './speed-up-button.tsx';

/** Blocks come within seconds: what is confirmed by then needs no buttons. */
const WAITED_MS = 15_000;
const REFRESH_MS = 5_000;

/** What the user can do about an operation in progress. A higher fee helps none that waits for another transaction. */
export function OperationActions({ operation }: { operation: ShownOperation }) {
  const now = useNow(REFRESH_MS);
  const isSent = operation.status === 'signed' || operation.status === 'broadcast';
  const isWaiting = isSent && now - Date.parse(operation.createdAt) >= WAITED_MS;
  const canSpeedUp = operation.canSpeedUp && operation.waitsFor === undefined;
  return (
    <div className="operation-actions">
      {isWaiting && canSpeedUp ? <SpeedUpButton operation={operation} /> : null}
      <CancelButton operation={operation} isOffered={isWaiting || !isSent} />
    </div>
  );
}
