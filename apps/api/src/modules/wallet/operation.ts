import type { operation } from '#wire/wallet/operation';
import { type Handler, refuse } from '../../application/call.ts';
import type { Operations } from '../../ports/operations.ts';
import { operationView } from './payments/operation-view.ts';
import { type FindPlanPorts, findPlan } from './signing/find-plan.ts';

export interface OperationPorts extends FindPlanPorts {
  readonly operations: Pick<Operations, 'find'>;
}

/** Returns one operation of the user; someone else's is as unknown as one that never existed. */
export function createOperation(ports: OperationPorts): Handler<typeof operation> {
  return async ({ params, session }) => {
    const found = await ports.operations.find(session.userId, params.id);
    if (found !== null) return { data: operationView(found, ports.networks) };
    const plan = await findPlan(ports, session, params.id);
    return plan === null ? refuse('unknown-operation') : { data: plan };
  };
}
