import {
  isPrivateTransaction,
  type NonceUse,
  type SignedOperation,
} from '#domain/operation/operation';
import type { OperationEvent } from '#domain/operation/operation-event';
import { transition } from '#domain/operation/transition';
import type { Clock } from '../ports/clock.ts';
import type { NoteUse, PublicChain } from '../ports/public-chain.ts';

interface CopyPorts {
  readonly chain: Pick<PublicChain, 'noteUse'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** An end without a payment, and the final block that shows it. */
interface UnpaidEnd {
  readonly decidedIn: NonceUse;
  readonly end: Extract<OperationEvent, { type: 'finalized' | 'nonce-taken' }>;
}

/**
 * Ends an operation whose own transactions paid nothing. The content of a private one is public as soon as it is sent,
 * and anyone may have sent a copy: it ends unpaid only when its notes show that no copy paid it.
 * @returns the same object while no node can tell. Rejects with `ChainUnavailable`.
 */
export async function endUnlessPaid(
  ports: CopyPorts,
  operation: SignedOperation,
  { decidedIn, end }: UnpaidEnd,
): Promise<SignedOperation> {
  if (!isPrivateTransaction(operation)) return transition(operation, end);
  const use = await noteUseOf(ports, operation, decidedIn);
  if (use === null) return operation;
  return use.kind === 'paid' ? confirm(ports, operation, use.copy) : transition(operation, end);
}

/**
 * Looks for a copy of an operation that was called replaced: until its notes are spent, anyone may still send one.
 * @returns the same object when there is none. Rejects with `ChainUnavailable`.
 */
export async function recheckCopy(
  ports: CopyPorts,
  operation: SignedOperation,
  decidedIn: NonceUse,
): Promise<SignedOperation> {
  if (!isPrivateTransaction(operation)) return operation;
  const use = await noteUseOf(ports, operation, decidedIn);
  return use?.kind === 'paid' ? confirm(ports, operation, use.copy) : operation;
}

/** Every rung has the same content. */
async function noteUseOf(
  { chain }: CopyPorts,
  { id, signing: { ladder, signedAt } }: SignedOperation,
  decidedIn: NonceUse,
): Promise<NoteUse | null> {
  const [rung] = ladder;
  if (rung === undefined) throw new Error(`Operation ${id} has an empty ladder.`);
  return chain.noteUse({ raw: rung.raw, since: signedAt, decidedIn });
}

function confirm(
  { clock }: CopyPorts,
  operation: SignedOperation,
  copy: NonceUse,
): SignedOperation {
  return transition(operation, { type: 'paid-by-copy', copy, at: clock.now() });
}
