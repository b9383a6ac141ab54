import { checkFunds } from '#domain/operation/check-funds';
import { isSigned, type Operation, type SignedOperation } from '#domain/operation/operation';
import type { PlannedCalls } from '#signing/public/planned-calls';
import type { NotSubmitted, Operations } from '../ports/operations.ts';
import {
  createPlanOnce,
  type Finish,
  insufficientFunds,
  signingRequestOf,
  type Unfinished,
  unsignedOutcome,
} from './plan-once.ts';
import { planTransactions } from './plan-transactions.ts';
import { publishOperation } from './publish-operation.ts';
import { type AssemblyPorts, OtherPlan, requirePlanned, type SignPlan } from './sign-plan.ts';
import type { PlannedOperation, Prepare, Submission, SubmitPorts } from './submission.ts';

export type SubmitOutcome<Refused> =
  /** Signed and stored. A node may not have taken it yet: the worker continues. */
  | { readonly kind: 'sent'; readonly operation: SignedOperation }
  /** It was submitted before, under the same key. */
  | { readonly kind: 'exists'; readonly operation: SignedOperation }
  | NotSubmitted<Refused>;

/** Submits an operation once for its key. */
export type SubmitOperation<Refused> = (
  submission: Submission,
  prepare: Prepare<Refused>,
) => Promise<SubmitOutcome<Refused>>;

/** The first claim of an operation is its request's: the worker leaves it alone for this long. */
const REQUEST_LEASE_MS = 15_000;

/**
 * Takes an operation from its request to the network: key, funds, nonce and signatures, store, publish. Nothing
 * leaves the process before it is stored, and nothing that was stored is signed again.
 */
export function createSubmitOperation<Refused>(ports: SubmitPorts): SubmitOperation<Refused> {
  const finish: Finish<Submission, never> = (submission, planned) =>
    submitPlanned(ports, submission, planned);
  const plan = createPlanOnce<Refused, Submission, never>(ports, finish);
  return async (submission, prepare) => {
    const outcome = await plan(submission, prepare);
    return outcome.kind === 'exists' ? existing(outcome.operation) : outcome;
  };
}

async function submitPlanned(
  ports: SubmitPorts,
  submission: Submission,
  planned: PlannedOperation,
): Promise<Unfinished<never> | { readonly kind: 'allowance-claimed' }> {
  const request = signingRequestOf(ports, submission, planned);
  const funds = checkFunds(request.details, request.chainState, []);
  if (!funds.ok) return insufficientFunds(planned, funds);
  const isPublished = submission.publishedBy === 'request';
  try {
    const opened = await submission.withSigner((sign) =>
      ports.operations.signNext(
        request,
        signPlanned(ports, planned, sign),
        isPublished ? REQUEST_LEASE_MS : 0,
      ),
    );
    if (!opened.ok) return { kind: opened.reason };
    if (opened.value.kind !== 'signed') return unsignedOutcome(opened.value, submission, planned);
    const { claim } = opened.value;
    const operation = isPublished ? await publishOperation(ports, claim) : claim.operation;
    return { kind: 'sent', operation };
  } catch (cause) {
    if (cause instanceof OtherPlan) return { kind: 'plan-changed' };
    throw cause;
  }
}

/** What the store calls with the nonces, inside its transaction. */
function signPlanned(
  ports: AssemblyPorts,
  calls: PlannedCalls,
  sign: SignPlan,
): Parameters<Operations['signNext']>[1] {
  return async (nonce, approvalNonce, resetNonce) => {
    const plan = planTransactions(calls, { nonce, approvalNonce, resetNonce });
    return requirePlanned(ports, plan, await sign(plan));
  };
}

/** @returns the outcome for a request that was carried out before */
export function existing(operation: Operation): {
  readonly kind: 'exists';
  readonly operation: SignedOperation;
} {
  if (!isSigned(operation)) throw new Error(`Operation ${operation.id} was stored unsigned.`);
  return { kind: 'exists', operation };
}
