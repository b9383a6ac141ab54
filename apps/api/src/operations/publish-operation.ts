import type { SignedOperation } from '#domain/operation/operation';
import type { Clock } from '../ports/clock.ts';
import type { ClaimedOperation, Operations } from '../ports/operations.ts';
import type { PublicChain } from '../ports/public-chain.ts';
import { msUntilNextLook, type OperationError } from './advance-claims.ts';
import { tryRungs } from './try-rungs.ts';

export interface PublishPorts {
  readonly operations: Pick<Operations, 'record'>;
  /** By chain id. */
  readonly chains: ReadonlyMap<number, Pick<PublicChain, 'broadcast'>>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called when a stored operation could not be marked as sent; the worker sends it again. */
  readonly report: (error: OperationError) => void;
}

/** Sends what is stored. Its outcome changes nothing for the user: the worker continues until the chain has it. */
export async function publishOperation(
  ports: PublishPorts,
  claim: ClaimedOperation,
): Promise<SignedOperation> {
  const { clock } = ports;
  const chain = ports.chains.get(claim.operation.chainId);
  if (chain === undefined) throw new Error(`There is no chain ${claim.operation.chainId}.`);
  const { next } = await tryRungs({ chain, clock }, claim.operation, { from: 0, to: 0 });
  const now = clock.now();
  const dueAt = new Date(now.getTime() + msUntilNextLook(next, now));
  try {
    await ports.operations.record([{ claim, next, dueAt }]);
  } catch (cause) {
    // It is signed, stored and sent; a refusal here would be a lie.
    ports.report({ message: 'A payment is not marked as sent.', operationId: next.id, cause });
  }
  return next;
}
