import { checkFunds } from '#domain/operation/check-funds';
import type { Operation, OperationDetails } from '#domain/operation/operation';
import {
  createPlanOnce,
  type Finish,
  insufficientFunds,
  signingRequestOf,
  type Unfinished,
  unsignedOutcome,
} from './plan-once.ts';
import type { PlanNonces } from './plan-transactions.ts';
import type { PlannedOperation, Prepare, RequestedOperation, SubmitPorts } from './submission.ts';

/** What an owner would sign now. Nothing is reserved by it. */
export interface OfferedPlan {
  readonly kind: 'offered';
  readonly details: OperationDetails;
  readonly planned: PlannedOperation;
  readonly nonces: PlanNonces;
}

/** Plans an operation whose owner has its keys, unless it was submitted before under the same key. */
export type OfferPlan<Refused> = (
  requested: RequestedOperation,
  prepare: Prepare<Refused>,
) => Promise<OfferedPlan | Unfinished<Refused>>;

/** @returns the function that plans, as `createSubmitOperation` does, and neither signs nor stores */
export function createOfferPlan<Refused>(ports: SubmitPorts): OfferPlan<Refused> {
  const finish: Finish<RequestedOperation, OfferedPlan & { operation?: Operation }> = async (
    requested,
    planned,
  ) => {
    const request = signingRequestOf(ports, requested, planned);
    const funds = checkFunds(request.details, request.chainState, []);
    if (!funds.ok) return insufficientFunds(planned, funds);
    const next = await ports.operations.planNext(request);
    if (next.kind !== 'planned') return unsignedOutcome(next, requested, planned);
    const { kind: _planned, ...nonces } = next;
    return { kind: 'offered', details: request.details, planned, nonces };
  };
  return createPlanOnce<Refused, RequestedOperation, OfferedPlan & { operation?: Operation }>(
    ports,
    finish,
  );
}
