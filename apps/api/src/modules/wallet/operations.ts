import type { operations } from '#wire/wallet/operations';
import type { Handler } from '../../application/call.ts';
import type { Operations } from '../../ports/operations.ts';
import { operationView } from './payments/operation-view.ts';
import { type FindPlanPorts, listWaiting } from './signing/find-plan.ts';

export interface OperationsPorts extends FindPlanPorts {
  readonly operations: Pick<Operations, 'listOpen'>;
}

/** Returns the user's operations in progress, newest first; before them, the one that waits for a signature. */
export function createOperations(ports: OperationsPorts): Handler<typeof operations> {
  return async ({ session }) => {
    const open = await ports.operations.listOpen(session.userId);
    const views = open.map((observed) => operationView(observed, ports.networks));
    return { data: [...(await listWaiting(ports, session)), ...views] };
  };
}
