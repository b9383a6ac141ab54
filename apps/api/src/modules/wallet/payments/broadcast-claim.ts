import type { SignedOperation } from '#domain/operation/operation';
import { msUntilNextLook, type OperationTrouble } from '../../../operations/advance-claims.ts';
import { tryRungs } from '../../../operations/try-rungs.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ClaimedOperation, Operations } from '../../../ports/operations.ts';
import type { PublicChain } from '../../../ports/public-chain.ts';

export interface BroadcastPorts {
  readonly operations: Pick<Operations, 'record'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Told when a signed payment could not be marked as sent; the worker sends it again. */
  readonly report: (trouble: OperationTrouble) => void;
}

/** The first claim of an operation is its request's: the worker leaves it alone for this long. */
export const REQUEST_LEASE_MS = 15_000;

/** Sends what is stored. Its outcome changes nothing for the user: the worker goes on until the chain has it. */
export async function broadcastClaim(
  ports: BroadcastPorts,
  chain: PublicChain,
  claim: ClaimedOperation,
): Promise<SignedOperation> {
  const { next } = await tryRungs({ chain, clock: ports.clock }, claim.operation, 0);
  const now = ports.clock.now();
  const dueAt = new Date(now.getTime() + msUntilNextLook(next, now));
  try {
    await ports.operations.record([{ claim, next, dueAt }], now);
  } catch (cause) {
    // It is signed, stored and sent; a refusal here would be a lie.
    ports.report({ message: 'A payment is not marked as sent.', operationId: next.id, cause });
  }
  return next;
}
