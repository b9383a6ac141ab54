import type { Network } from '#domain/network/network';
import { isCancelled, isCancelling } from '#domain/operation/cancellation';
import { isSigned, isTerminal } from '#domain/operation/operation';
import type { cancelOperation } from '#wire/wallet/cancel-operation';
import { type Handler, refuse } from '../../application/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Operations } from '../../ports/operations.ts';
import type { PrivateTransactions } from '../../ports/private-transactions.ts';
import { operationView } from './payments/operation-view.ts';

const RECONCILED_WITHIN_S = 5;

export interface CancelOperationPorts {
  readonly operations: Pick<Operations, 'find' | 'request'>;
  readonly privateTransactions: Pick<PrivateTransactions, 'cancel'>;
  readonly networks: readonly Network[];
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Cancels a private payment that was not signed yet, or has the worker stop a public one that no block has. Repeated for
 * one that is cancelled or about to be, it changes nothing.
 */
export function createCancelOperation(
  ports: CancelOperationPorts,
): Handler<typeof cancelOperation> {
  return async ({ params, session }) => {
    const { userId } = session;
    const now = ports.clock.now();
    const wasUnsigned = await ports.privateTransactions.cancel(userId, params.id, now);
    if (!wasUnsigned) {
      const event = { type: 'cancellation-requested', reason: 'user', at: now } as const;
      await ports.operations.request({ userId, operationId: params.id, event, now });
    }
    const found = await ports.operations.find(userId, params.id);
    if (found === null) return refuse('unknown-operation');
    const { operation } = found;
    if (isCancelled(operation) || isCancelling(operation)) {
      return { data: operationView(found, ports.networks) };
    }
    // A failover may have lost its signature: it is not called cancelled before that is known.
    const isUnsigned = !isSigned(operation) && !isTerminal(operation);
    return isUnsigned
      ? refuse('reconciling', { retryAfter: RECONCILED_WITHIN_S })
      : refuse('cannot-cancel');
  };
}
