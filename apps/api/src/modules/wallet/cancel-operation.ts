import type { Network } from '#domain/network/network';
import { isCancelled } from '#domain/operation/operation';
import type { cancelOperation } from '#wire/wallet/cancel-operation';
import { type Handler, refuse } from '../../application/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Operations } from '../../ports/operations.ts';
import type { PrivateTransactions } from '../../ports/private-transactions.ts';
import { operationView } from './payments/operation-view.ts';

export interface CancelOperationPorts {
  readonly operations: Pick<Operations, 'find'>;
  readonly privateTransactions: Pick<PrivateTransactions, 'cancel'>;
  readonly networks: readonly Network[];
  readonly clock: Pick<Clock, 'now'>;
}

/** Cancels a private payment that was not signed yet; repeated for a cancelled one, it changes nothing. */
export function createCancelOperation(
  ports: CancelOperationPorts,
): Handler<typeof cancelOperation> {
  return async ({ params, session }) => {
    const isNowCancelled = await ports.privateTransactions.cancel(
      session.userId,
      params.id,
      ports.clock.now(),
    );
    const found = await ports.operations.find(session.userId, params.id);
    if (found === null) return refuse('unknown-operation');
    return isNowCancelled || isCancelled(found.operation)
      ? { data: operationView(found, ports.networks) }
      : refuse('cannot-cancel');
  };
}
