import type { SignedOperation } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import type { Clock } from '../ports/clock.ts';
import type { BroadcastOutcome, PublicChain } from '../ports/public-chain.ts';

/**
 * Sends the stored bytes of one rung, and of the next ones while nodes call the fee too low. The same rung of an
 * approval goes before each: what is said to it changes nothing, since without it the payment only waits.
 * Whatever a node says, nothing is signed and no nonce changes: its response only decides what to check next.
 * @returns the operation after the tries, and what was said to the last one.
 */
export async function tryRungs(
  ports: { readonly chain: Pick<PublicChain, 'broadcast'>; readonly clock: Pick<Clock, 'now'> },
  operation: SignedOperation,
  firstRung: number,
): Promise<{ readonly next: SignedOperation; readonly outcome: BroadcastOutcome }> {
  const { ladder, approval } = operation.signing;
  let next = operation;
  let outcome: BroadcastOutcome = { kind: 'unknown', reason: 'not tried' };
  for (const [rung, { raw }] of ladder.entries()) {
    if (rung < firstRung) continue;
    const before = approval?.ladder[rung];
    if (before !== undefined) await ports.chain.broadcast(before.raw);
    outcome = await ports.chain.broadcast(raw);
    const isAccepted = outcome.kind === 'accepted' || outcome.kind === 'already-known';
    next = transition(next, { type: 'tried', rung, at: ports.clock.now(), isAccepted });
    if (outcome.kind !== 'underpriced') break;
  }
  return { next, outcome };
}
