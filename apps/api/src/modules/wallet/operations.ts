import type { Network } from '#domain/network/network';
import type { operations } from '#wire/wallet/operations';
import type { Handler } from '../../application/call.ts';
import type { Operations } from '../../ports/operations.ts';
import { operationView } from './payments/operation-view.ts';

export interface OperationsPorts {
  readonly operations: Pick<Operations, 'listOpen'>;
  readonly networks: readonly Network[];
}

/** Returns the user's operations in progress, newest first. */
export function createOperations(ports: OperationsPorts): Handler<typeof operations> {
  return async ({ session }) => {
    const open = await ports.operations.listOpen(session.userId);
    return { data: open.map((observed) => operationView(observed, ports.networks)) };
  };
}
