import {
  isPrivateTransaction,
  type NonceUse,
  type SignedOperation,
} from '#domain/operation/operation';
import type { OperationEvent } from '#domain/operation/operation-event';
import { isPaidInPart } from '#domain/operation/outcome';
import { transition } from '#domain/operation/transition';
import type { Clock } from '../ports/clock.ts';
import type { Operations } from '../ports/operations.ts';
import type { NoteUse, PublicChain } from '../ports/public-chain.ts';

interface CopyPorts {
  readonly chain: Pick<PublicChain, 'noteUse'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly operations: Pick<Operations, 'isOfAnother'>;
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
  return paidAs(ports, operation, use) ?? transition(operation, end);
}

/**
 * Looks for a copy of an operation that was called replaced, or paid in part: until its notes are spent, anyone may still
 * send one, or another part.
 * @returns the same object when nothing is new. Rejects with `ChainUnavailable`.
 */
export async function recheckCopy(
  ports: CopyPorts,
  operation: SignedOperation,
  decidedIn: NonceUse,
): Promise<SignedOperation> {
  if (!isPrivateTransaction(operation)) return operation;
  const use = await noteUseOf(ports, operation, decidedIn);
  if (use === null || (use.kind === 'in-part' && isPaidInPart(operation))) return operation;
  return paidAs(ports, operation, use) ?? operation;
}

/**
 * Every rung has the same content. Two unshields of whole notes to the same address can have it as well, where no note
 * returns to the sender: what was signed for the one, or has paid it, is no copy of the other.
 */
async function noteUseOf(
  { chain, operations }: CopyPorts,
  operation: SignedOperation,
  decidedIn: NonceUse,
): Promise<NoteUse | null> {
  const { id, signing } = operation;
  const [rung] = signing.ladder;
  if (rung === undefined) throw new Error(`Operation ${id} has an empty ladder.`);
  const use = await chain.noteUse({ raw: rung.raw, since: signing.signedAt, decidedIn });
  const shownBy = use?.kind === 'paid' ? use.copy : use?.kind === 'in-part' ? use.part : null;
  if (shownBy === null) return use;
  const isOther = await operations.isOfAnother(operation, shownBy.transactionHash);
  return isOther ? { kind: 'otherwise' } : use;
}

/** @returns null when others paid nothing of it. */
function paidAs(
  { clock }: CopyPorts,
  operation: SignedOperation,
  use: NoteUse,
): SignedOperation | null {
  const at = clock.now();
  switch (use.kind) {
    case 'paid':
      return transition(operation, { type: 'paid-by-copy', copy: use.copy, at });
    case 'in-part':
      return transition(operation, { type: 'paid-in-part', part: use.part, at });
    default:
      return null;
  }
}
