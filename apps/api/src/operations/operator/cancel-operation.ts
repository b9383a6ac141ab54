import { isCancelling } from '#domain/operation/cancellation';
import { isSigned, type Operation } from '#domain/operation/operation';
import { canHappen } from '#domain/operation/transition';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OpenOperations } from '../../ports/open-operations.ts';
import type { Operations } from '../../ports/operations.ts';

export interface CancelPorts {
  readonly openOperations: Pick<OpenOperations, 'find'>;
  readonly operations: Pick<Operations, 'request'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Requests to cancel an operation, as its user could: from then on workers send only its cancellation, and it is
 * cancelled when a final block has that.
 * @returns why it cannot be cancelled; null when it was requested.
 */
export async function cancelOperation(
  ports: CancelPorts,
  operationId: string,
): Promise<string | null> {
  const { openOperations, operations, audit, clock } = ports;
  const found = await openOperations.find(operationId);
  if (found === null) return 'There is no operation with this id.';
  const { operation } = found;
  const now = clock.now();
  const refusal = refusalToCancel(operation, now);
  if (refusal !== null) return refusal;
  const { userId } = operation;
  await audit.append({ at: now, event: 'operator-cancellation', ip: 'local', userId });
  const event = { type: 'cancellation-requested', reason: 'operator', at: now } as const;
  const isRequested = await operations.request({ userId: null, operationId, event, now });
  return isRequested ? null : 'It has just changed. Look at it again.';
}

/** @returns why an operator cannot cancel an operation; null when they can. */
export function refusalToCancel(operation: Operation, at: Date): string | null {
  const event = { type: 'cancellation-requested', reason: 'operator', at } as const;
  if (canHappen(operation, event)) return null;
  if (isCancelling(operation)) return 'It is being cancelled already.';
  if (operation.status === 'mined') {
    return `Block ${operation.inclusion.blockNumber} has it. It is too late to cancel.`;
  }
  if ('endedAt' in operation) return `It ended (${operation.status}). Nothing can be cancelled.`;
  return isSigned(operation)
    ? 'It was signed without a cancellation. After 24 hours it is only looked for.'
    : 'It is not signed yet. Its user can cancel it, and it expires one hour after its request.';
}
