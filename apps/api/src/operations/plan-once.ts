import type { BaseUnits } from '#domain/amount/base-units';
import { subtractOrZero, ZERO_UNITS } from '#domain/amount/base-units';
import { affordableRungs, exceedsFeeCap, USUAL_RUNGS } from '#domain/operation/fee-ladder';
import { FAILOVER_RECENT_MS } from '#domain/operation/lost-commits';
import type { Operation, SignedOperation } from '#domain/operation/operation';
import { ceilingOf, gasOf, type PlannedCalls } from '#signing/public/planned-calls';
import type { NotSubmitted, SigningRequest, SignOutcome } from '../ports/operations.ts';
import type { CallPattern } from '../ports/recovered-transactions.ts';
import { reconcileAccount } from './reconcile-account.ts';
import { createRequestOnce, replayOf } from './request-once.ts';
import type {
  PlannedOperation,
  Preparation,
  Prepare,
  PreparedOperation,
  PresentedPlan,
  RequestedOperation,
  SubmitPorts,
} from './submission.ts';

/** What is requested; with the plan of it where its owner signed that. */
export type PlannedRequest = RequestedOperation & { readonly presented?: PresentedPlan };

/** What planning an operation can end with, besides what `finish` makes of the plan. */
export type Unfinished<Refused> =
  /** Signed and stored. A node may not have taken it yet: the worker continues. */
  | { readonly kind: 'sent'; readonly operation: SignedOperation }
  /** It was submitted before, under the same key. */
  | { readonly kind: 'exists'; readonly operation: Operation }
  | NotSubmitted<Refused>;

/** Another operation uses the allowance: it is prepared again, with an approval of its own. */
interface AllowanceClaimed {
  readonly kind: 'allowance-claimed';
}

/** Takes a plan further: signs and sends it, or offers it to its owner. */
export type Finish<Requested, Done> = (
  requested: Requested,
  planned: PlannedOperation,
) => Promise<Done | Unfinished<never> | AllowanceClaimed>;

type Attempt<Refused, Done> = Done | Unfinished<Refused> | AllowanceClaimed;

/**
 * Plans an operation once for its key. `prepare` reads the chain; it is called only for a key that is new, and again
 * when the allowance it counted on belongs to another operation.
 */
export function createPlanOnce<
  Refused,
  Requested extends PlannedRequest,
  Done extends { readonly kind: string; readonly operation?: Operation },
>(ports: SubmitPorts, finish: Finish<Requested, Done>) {
  const once = createRequestOnce<Done | Unfinished<Refused>>(ports.operations);
  return (requested: Requested, prepare: Prepare<Refused>): Promise<Done | Unfinished<Refused>> =>
    once(requested, async () => {
      const attempt = async (isClaimed: boolean) =>
        planNew(ports, requested, {
          preparation: await prepare({ isClaimed }),
          finish: (planned) => finish(requested, planned),
        });
      const first = await attempt(false);
      if (!isClaimed(first)) return first;
      const approved = await attempt(true);
      if (!isClaimed(approved)) return approved;
      throw new Error(`Operation ${requested.idempotencyKey} was prepared without its approval.`);
    });
}

function isClaimed(attempt: { readonly kind: string }): attempt is AllowanceClaimed {
  return attempt.kind === 'allowance-claimed';
}

interface NewPlan<Refused, Done> {
  readonly preparation: Preparation<Refused>;
  readonly finish: (planned: PlannedOperation) => Promise<Attempt<never, Done>>;
}

async function planNew<Refused, Done extends { readonly kind: string }>(
  ports: SubmitPorts,
  requested: PlannedRequest,
  { preparation, finish }: NewPlan<Refused, Done>,
): Promise<Attempt<Refused, Done>> {
  if (!preparation.ok) {
    // A balance may be too low because this very payment was made, and lost by the database.
    const refused = { kind: 'refused', refusal: preparation.refusal } as const;
    return unlessSent<Refused, Done>(ports, requested, {
      otherwise: async () => refused,
      call: null,
    });
  }
  const { prepared } = preparation;
  const outcome = await planPrepared(requested, prepared, finish);
  if (!NEEDS_COMPARISON.has(outcome.kind)) return outcome;
  return unlessSent<Refused, Done>(ports, requested, {
    call: prepared.call,
    otherwise: async (nextInPools) =>
      outcome.kind === 'reconciling' && nextInPools !== undefined
        ? planPrepared(
            requested,
            { ...prepared, chainState: { ...prepared.chainState, nextInPools } },
            finish,
          )
        : outcome,
  });
}

/** Why nothing was signed, where that would be no reason for a payment that was already made. */
const NEEDS_COMPARISON: ReadonlySet<string> = new Set([
  'reconciling',
  'insufficient-funds',
  'fee-above-cap',
  'frozen',
] satisfies NotSubmitted<unknown>['kind'][]);

async function planPrepared<Done extends { readonly kind: string }>(
  { presented }: PlannedRequest,
  prepared: PreparedOperation,
  finish: (planned: PlannedOperation) => Promise<Attempt<never, Done>>,
): Promise<Attempt<never, Done>> {
  if (presented !== undefined) return finish({ ...prepared, ...presented.calls });
  if (exceedsFeeCap(gasOf(prepared), prepared.fees)) return { kind: 'fee-above-cap' };
  const rungs = rungsFor(prepared);
  const outcome = await finish({ ...prepared, rungs });
  // Rungs above the usual ones must never be the reason for a refusal.
  const isRefusedForThem = isFeeNotCovered(outcome) && rungs > USUAL_RUNGS;
  return isRefusedForThem ? finish({ ...prepared, rungs: USUAL_RUNGS }) : outcome;
}

function isFeeNotCovered(outcome: { readonly kind: string; readonly of?: unknown }): boolean {
  return outcome.kind === 'insufficient-funds' && outcome.of === 'fee';
}

function rungsFor(prepared: PreparedOperation): number {
  const { tokenId, feeToken, amount, chainState, fees } = prepared;
  const paid = tokenId === feeToken.id ? amount : ZERO_UNITS;
  const spare = subtractOrZero(chainState.nativeBalance, paid);
  return affordableRungs(gasOf(prepared), fees, spare);
}

interface Unsent<Refused, Done> {
  /** What would be signed; null when it was refused before that was known. */
  readonly call: PlannedCalls['call'] | null;
  /** What happens when the records are complete and the network does not have it. */
  readonly otherwise: (nextInPools: number | undefined) => Promise<Attempt<Refused, Done>>;
}

/** Gives a request the transaction that the network has of it, which the database lost; never signs it again. */
async function unlessSent<Refused, Done>(
  ports: SubmitPorts,
  requested: RequestedOperation,
  { call, otherwise }: Unsent<Refused, Done>,
): Promise<Attempt<Refused, Done>> {
  const { account, sought } = requested;
  const chain = ports.chains.get(account.chainId);
  if (chain === undefined) throw new Error(`There is no chain ${account.chainId}.`);
  const reconciled = await reconcileAccount({ ...ports, chain }, account);
  if (reconciled.kind === 'reconciling') return { kind: 'reconciling', found: null };
  // Nothing was lost.
  if (reconciled.nextInPools === undefined) return otherwise(undefined);
  const now = ports.clock.now();
  const minedSince = new Date(now.getTime() - FAILOVER_RECENT_MS);
  const find = (pattern: CallPattern) =>
    ports.operations.findRecovered(account, pattern, minedSince);
  if (sought === undefined) {
    const found = await find({ to: call?.to ?? null, value: null, dataLike: '%' });
    return found ? { kind: 'reconciling', found: found.hash } : otherwise(reconciled.nextInPools);
  }
  const wanted = await sought();
  if (wanted === null) return { kind: 'reconciling', found: null };
  const { details, pattern } = wanted;
  const transaction = await find(pattern);
  if (transaction === null) return otherwise(reconciled.nextInPools);
  const fee = transaction.feeCeiling;
  const operation = await ports.operations.adopt({
    ...requested,
    details: {
      ...details,
      ...{ id: ports.randomness.uuid(), userId: requested.userId, createdAt: now },
      ...{ estimatedFee: fee, feeCeiling: fee },
    },
    transaction,
  });
  if (operation === null) return { kind: 'reconciling', found: transaction.hash };
  return { kind: 'sent', operation };
}

/** @returns what the store needs to give a planned operation its nonce */
export function signingRequestOf(
  { randomness, clock }: Pick<SubmitPorts, 'randomness' | 'clock'>,
  requested: PlannedRequest,
  planned: PlannedOperation,
): SigningRequest {
  const { userId, idempotencyKey, fingerprint, swapStep, paymentRequest, endsClaim } = requested;
  const { kind, chainId, account, recipient, tokenId, amount, pool, chainState } = planned;
  const { feeToken, estimatedFee, approval } = planned;
  const { presented } = requested;
  return {
    details: {
      id: presented?.operationId ?? randomness.uuid(),
      userId,
      kind,
      chainId,
      account,
      recipient,
      tokenId,
      amount,
      feeTokenId: feeToken.id,
      estimatedFee,
      feeCeiling: ceilingOf(planned),
      pool,
      createdAt: clock.now(),
    },
    idempotencyKey,
    fingerprint,
    needsApproval: approval !== null,
    needsReset: approval?.reset !== undefined,
    chainState,
    ...(swapStep && { swapStep }),
    ...(paymentRequest && { paymentRequest }),
    ...(endsClaim && { endsClaim }),
    ...(presented && { takesPlan: presented.planId }),
  };
}

/** @returns the outcome of a request that the store did not sign, or would not sign */
export function unsignedOutcome(
  outcome: Exclude<SignOutcome, { readonly kind: 'signed' }>,
  { fingerprint }: Pick<PlannedRequest, 'fingerprint'>,
  planned: PlannedOperation,
): Unfinished<never> | AllowanceClaimed {
  switch (outcome.kind) {
    case 'user-removed':
      return { kind: 'locked' };
    case 'reconciling':
      return { kind: 'reconciling', found: null };
    case 'insufficient-funds':
      return insufficientFunds(planned, outcome);
    case 'exists':
      return replayOf(outcome.stored, { fingerprint });
    default:
      return outcome;
  }
}

/** @returns the refusal of a plan that an account can't pay */
export function insufficientFunds(
  planned: PlannedOperation,
  { of, available }: { readonly of: 'token' | 'fee'; readonly available: BaseUnits },
): NotSubmitted<never> {
  const { feeToken } = planned;
  return { kind: 'insufficient-funds', of, available, feeToken, feeCeiling: ceilingOf(planned) };
}
