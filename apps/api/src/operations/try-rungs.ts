import { cancellationsOf } from '#domain/operation/cancellation';
import type { SentOperation, SignedOperation } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import type { Clock } from '../ports/clock.ts';
import type { BroadcastOutcome, PublicChain } from '../ports/public-chain.ts';

/** The rungs to send, by index, both included. */
export interface RungRange {
  readonly from: number;
  readonly to: number;
}

/** What was sent is sent again after this time, since a node may have forgotten it. */
export const RESEND_AFTER_MS = 30_000;

/** @returns the rungs that were sent; the cheapest when none was. */
export function everyTried({ sending }: SignedOperation): RungRange {
  return { from: 0, to: Math.max(0, sending.rungsTried - 1) };
}

/**
 * Sends the stored bytes of these rungs, cheapest first, and of the next ones while nodes call the fee too low: a
 * node that refuses a dear one, for its cap or the balance of the account, still has a cheaper one. The same rung of
 * an approval, and of its reset, goes before each: what is said to it changes nothing, since without it the payment
 * only waits.
 * Whatever a node says, nothing is signed and no nonce changes: its response only decides what to check next.
 * @returns the operation after the tries, and what was said to the last one.
 */
export async function tryRungs(
  ports: { readonly chain: Pick<PublicChain, 'broadcast'>; readonly clock: Pick<Clock, 'now'> },
  operation: SignedOperation,
  { from, to }: RungRange,
): Promise<{ readonly next: SignedOperation; readonly outcome: BroadcastOutcome }> {
  const { ladder, approval } = operation.signing;
  const isApproved = operation.sending.approvedIn !== null;
  let next = operation;
  let outcome: BroadcastOutcome = { kind: 'unknown', reason: 'not tried' };
  for (const [rung, { raw }] of ladder.entries()) {
    if (rung < from) continue;
    const before = isApproved ? [] : [approval?.reset?.ladder[rung], approval?.ladder[rung]];
    for (const each of before) if (each !== undefined) await ports.chain.broadcast(each.raw);
    outcome = await ports.chain.broadcast(raw);
    const isAccepted = outcome.kind === 'accepted' || outcome.kind === 'already-known';
    next = transition(next, { type: 'tried', rung, at: ports.clock.now(), isAccepted });
    const isOver = outcome.kind === 'nonce-too-low';
    if (isOver || (rung >= to && outcome.kind !== 'underpriced')) break;
  }
  return { next, outcome };
}

/**
 * Sends the stored bytes of the cancellations, the ones of the approval and its reset first: every nonce has to be used.
 * @returns the operation after the try; throws when it has no cancellation.
 */
export async function tryCancellation(
  ports: { readonly chain: Pick<PublicChain, 'broadcast'>; readonly clock: Pick<Clock, 'now'> },
  operation: SentOperation,
): Promise<SignedOperation> {
  const { cancellation, approval } = operation.signing;
  if (cancellation === null) throw new Error(`Operation ${operation.id} has no cancellation.`);
  const isApproved = operation.sending.approvedIn !== null;
  const before = isApproved ? [] : [approval?.reset?.cancellation, approval?.cancellation];
  for (const each of before) if (each != null) await ports.chain.broadcast(each.raw);
  // Cheapest first, as the rungs: a node that refuses a dear one may have a cheaper one.
  for (const each of cancellationsOf(operation.signing)) await ports.chain.broadcast(each.raw);
  return transition(operation, { type: 'cancellation-tried', at: ports.clock.now() });
}
