import type { Network } from '#domain/network/network';
import { isSpeedingUp } from '#domain/operation/following';
import type { speedUpOperation } from '#wire/wallet/speed-up-operation';
import type { PaymentGate } from '../../application/admit-payment.ts';
import { type Handler, refuse } from '../../application/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Operations } from '../../ports/operations.ts';
import { operationView } from './payments/operation-view.ts';

export interface SpeedUpOperationPorts {
  readonly operations: Pick<Operations, 'find' | 'request'>;
  readonly networks: readonly Network[];
  readonly gate: Pick<PaymentGate, 'refuseFrozen'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Has the worker send the next rung of a public payment now. Repeated before that is done, it changes nothing. */
export function createSpeedUpOperation(
  ports: SpeedUpOperationPorts,
): Handler<typeof speedUpOperation> {
  return async ({ params, session }) => {
    const { userId } = session;
    const frozen = await ports.gate.refuseFrozen(userId);
    if (frozen !== null) return frozen;
    const now = ports.clock.now();
    const event = { type: 'speed-up-requested' } as const;
    const request = { userId, operationId: params.id, event, now };
    const isRequested = await ports.operations.request(request);
    const found = await ports.operations.find(userId, params.id);
    if (found === null) return refuse('unknown-operation');
    return isRequested || isSpeedingUp(found.operation)
      ? { data: operationView(found, ports.networks) }
      : refuse('cannot-speed-up');
  };
}
