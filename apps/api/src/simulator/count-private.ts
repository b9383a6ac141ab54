import { cancellationReason } from '#domain/operation/cancellation';
import type { Operation } from '#domain/operation/operation';
import { isPaidByCopy, isPaidInPart } from '#domain/operation/outcome';
import { receivedBy, recipientsOf, repricedCount } from './judge-private.ts';
import type { PrivateEnvironment } from './private-environment.ts';
import type { ScriptedPrivateRequest } from './scripted-private-request.ts';

/** @returns what happened in a run of private payments, to show that there was something to judge */
export function countPrivately(
  { chain, store }: PrivateEnvironment,
  requests: readonly ScriptedPrivateRequest[],
  ended: readonly Operation[],
) {
  const count = (isCounted: (operation: Operation) => boolean) => ended.filter(isCounted).length;
  return {
    repriced: ended.reduce((sum, operation) => sum + repricedCount(operation), 0),
    requests: requests.length,
    paid: recipientsOf(requests).filter((to) => receivedBy(chain.tip, to) > 0n).length,
    paidByCopy: count(isPaidByCopy),
    paidInPart: ended.filter(isPaidInPart).map(({ id }) => id),
    paidThoughCancelling: count(
      (o) => isPaidByCopy(o) && 'sending' in o && o.sending.cancelRequest !== null,
    ),
    endedByFreeze: count((o) => o.status === 'failed' && o.reason === 'frozen'),
    notesTaken: count((o) => o.status === 'failed' && o.reason === 'notes-spent'),
    expired: count((operation) => cancellationReason(operation) === 'expired'),
    found: [...store.rows.values()].filter(({ isFound }) => isFound).length,
    consolidated: count((o) => o.kind === 'consolidation' && o.status === 'confirmed'),
    cancelled: refusedCount(requests, 'cancelled'),
  };
}

function refusedCount(requests: readonly ScriptedPrivateRequest[], reason: string): number {
  return requests.filter(
    ({ outcome }) => outcome !== 'pending' && 'refused' in outcome && outcome.refused === reason,
  ).length;
}
