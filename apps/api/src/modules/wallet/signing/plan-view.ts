import type { Network } from '#domain/network/network';
import type { FailureReason } from '#domain/operation/operation';
import { type Operation, startOperation } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import type { OperationView } from '#wire/wallet/operation';
import type { KnownPlan } from '../../../ports/signing-plans.ts';
import { operationView } from '../payments/operation-view.ts';

/** True while its owner's signatures would be taken. */
export function isWaiting({ state, expiresAt }: KnownPlan, now: Date): boolean {
  return state === 'waiting' && expiresAt > now;
}

/**
 * @returns the operation that a plan would become, as its user sees it: it waits for their signature, or ended without
 *   one
 */
export function planView(
  plan: KnownPlan,
  { networks, now }: { readonly networks: readonly Network[]; readonly now: Date },
): OperationView {
  const operation = transition(startOperation(plan.details), { type: 'prepared' });
  if (isWaiting(plan, now)) {
    const view = operationView({ operation, heads: null, progress: null }, networks);
    return { ...view, status: 'awaiting_signature', isCancellable: true };
  }
  return operationView(
    { operation: ended(plan, operation), heads: null, progress: null },
    networks,
  );
}

function ended({ state, expiresAt }: KnownPlan, operation: Operation): Operation {
  const reason: FailureReason =
    state === 'cancelled' ? 'cancelled' : state === 'replaced' ? 'superseded' : 'not-approved';
  return transition(operation, { type: 'failed', reason, at: expiresAt });
}
