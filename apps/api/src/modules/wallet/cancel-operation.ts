import { isCancelled, isCancelling } from '#domain/operation/cancellation';
import { isSigned, isTerminal } from '#domain/operation/operation';
import type { cancelOperation } from '#wire/wallet/cancel-operation';
import { type Handler, refuse } from '../../application/call.ts';
import type { Operations } from '../../ports/operations.ts';
import type { PrivateTransactions } from '../../ports/private-transactions.ts';
import type { SigningPlans } from '../../ports/signing-plans.ts';
import { operationView } from './payments/operation-view.ts';
import { type FindPlanPorts, findPlan } from './signing/find-plan.ts';

const RECONCILED_WITHIN_S = 5;

export interface CancelOperationPorts extends FindPlanPorts {
  readonly operations: Pick<Operations, 'find' | 'request'>;
  readonly privateTransactions: Pick<PrivateTransactions, 'cancel'>;
  readonly signingPlans: Pick<SigningPlans, 'cancel' | 'find' | 'list'>;
}

/**
 * Cancels a payment that its owner or the vault did not sign yet, or has the worker stop a public one that no block has. Repeated for
 * one that is cancelled or about to be, it changes nothing.
 */
export function createCancelOperation(
  ports: CancelOperationPorts,
): Handler<typeof cancelOperation> {
  return async ({ params, session }) => {
    const { userId } = session;
    const now = ports.clock.now();
    if (await ports.signingPlans.cancel(userId, params.id, now)) {
      const plan = await findPlan(ports, session, params.id);
      return plan === null ? refuse('unknown-operation') : { data: plan };
    }
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
