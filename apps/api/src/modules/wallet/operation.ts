import type { Network } from '#domain/network/network';
import type { operation } from '#wire/wallet/operation';
import { type Handler, refuse } from '../../application/call.ts';
import type { Operations } from '../../ports/operations.ts';
import { operationView } from './payments/operation-view.ts';

export interface OperationPorts {
  readonly operations: Pick<Operations, 'find'>;
  readonly networks: readonly Network[];
}

/** Returns one operation of the user; someone else's is as unknown as one that never existed. */
export function createOperation(ports: OperationPorts): Handler<typeof operation> {
  return async ({ params, session }) => {
    const found = await ports.operations.find(session.userId, params.id);
    if (found === null) return refuse('unknown-operation');
    return { data: operationView(found, ports.networks) };
  };
}
