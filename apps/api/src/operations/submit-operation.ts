import { type BaseUnits, subtractOrZero, ZERO_UNITS } from '#domain/amount/base-units';
import { checkFunds } from '#domain/operation/check-funds';
import { affordableRungs, exceedsFeeCap, USUAL_RUNGS } from '#domain/operation/fee-ladder';
import { FAILOVER_RECENT_MS } from '#domain/operation/lost-commits';
import {
  isSigned,
  type Operation,
  type OperationDetails,
  type SignedOperation,
} from '#domain/operation/operation';
import type { Token } from '#domain/token/token';
import { ceilingOf, gasOf, type PlannedCalls } from '#signing/public/planned-calls';
import type { NotSubmitted, Operations, SigningRequest, SwapStepRef } from '../ports/operations.ts';
import type { PublicChain } from '../ports/public-chain.ts';
import type { Randomness } from '../ports/randomness.ts';
import type {
  CallPattern,
  RecordedAccount,
  RecoveredTransactions,
} from '../ports/recovered-transactions.ts';
import { planTransactions } from './plan-transactions.ts';
import { type PublishPorts, publishOperation } from './publish-operation.ts';
import { type ReconcilePorts, reconcileAccount } from './reconcile-account.ts';
import { createRequestOnce, type OperationRequest, replayOf } from './request-once.ts';
import { type AssemblyPorts, requirePlanned, type SignPlan, type WithSigner } from './sign-plan.ts';

export interface SubmitPorts extends PublishPorts, Pick<AssemblyPorts, 'assemble'> {
  readonly operations: Pick<
    Operations,
    'findByKey' | 'signNext' | 'record' | keyof RecoveredTransactions
  >;
  /** By chain id. */
  readonly chains: ReadonlyMap<number, Pick<PublicChain, 'broadcast'> & ReconcilePorts['chain']>;
  readonly randomness: Pick<Randomness, 'uuid'>;
}

/** An operation that was checked and priced against its chain; nothing is held, signed or stored yet. */
export interface PreparedOperation
  extends Omit<OperationDetails, 'id' | 'userId' | 'feeTokenId' | 'feeCeiling' | 'createdAt'>,
    Omit<PlannedCalls, 'rungs'> {
  readonly feeToken: Token;
  readonly chainState: SigningRequest['chainState'];
}

/** A prepared operation, or the caller's own refusal of it. */
export type Preparation<Refused> =
  | { readonly ok: true; readonly prepared: PreparedOperation }
  | { readonly ok: false; readonly refusal: Refused };

/** An operation that may have been sent before the database lost it. */
export interface SoughtOperation {
  readonly details: Omit<
    OperationDetails,
    'id' | 'userId' | 'estimatedFee' | 'feeCeiling' | 'createdAt'
  >;
  readonly pattern: CallPattern;
}

/** What a user requested, who signs it, and who sends it first. */
export interface Submission extends OperationRequest {
  readonly withSigner: WithSigner;
  /** Where its transaction would be. */
  readonly account: RecordedAccount;
  /**
   * The operation as it was requested, and how its transaction is recognized: it is not signed when the network already
   * has it. Null while that cannot be told. Left out for what cannot be told from another; such a one is refused while
   * a transaction of this account calls the same contract and no operation has it.
   */
  readonly sought?: () => Promise<SoughtOperation | null>;
  /** `request`: its bytes leave before the outcome is known. `worker`: they leave with the worker's next run. */
  readonly publishedBy: 'request' | 'worker';
  /** Where it is a step of a swap. */
  readonly swapStep?: SwapStepRef;
  /** `tagOf` the code of the payment request that it pays. */
  readonly paymentRequest?: string;
  /** The id of the payment by link whose money it claims or returns. */
  readonly endsClaim?: string;
}

export type SubmitOutcome<Refused> =
  /** Signed and stored. A node may not have taken it yet: the worker continues. */
  | { readonly kind: 'sent'; readonly operation: SignedOperation }
  /** It was submitted before, under the same key. */
  | { readonly kind: 'exists'; readonly operation: SignedOperation }
  | NotSubmitted<Refused>;

/** Prepares an operation, with an approval of its own where its allowance was found to be another operation's. */
export type Prepare<Refused> = (allowance: {
  readonly isClaimed: boolean;
}) => Promise<Preparation<Refused>>;

/**
 * Submits an operation once for its key. `prepare` reads the chain; it is called only for a key that is new, and again
 * when the allowance it counted on belongs to another operation.
 */
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
  const once = createRequestOnce<SubmitOutcome<Refused>>(ports.operations);
  return async (submission, prepare) => {
    const outcome = await once(submission, async () => {
      const first = await submitNew(ports, submission, () => prepare({ isClaimed: false }));
      if (first.kind !== 'allowance-claimed') return first;
      const approved = await submitNew(ports, submission, () => prepare({ isClaimed: true }));
      if (approved.kind !== 'allowance-claimed') return approved;
      throw new Error(`Operation ${submission.idempotencyKey} was prepared without its approval.`);
    });
    return outcome.kind === 'exists' ? existing(outcome.operation) : outcome;
  };
}

type Attempt<Refused> = SubmitOutcome<Refused> | { readonly kind: 'allowance-claimed' };

async function submitNew<Refused>(
  ports: SubmitPorts,
  submission: Submission,
  prepare: () => Promise<Preparation<Refused>>,
): Promise<Attempt<Refused>> {
  const preparation = await prepare();
  if (!preparation.ok) {
    // A balance may be too low because this very payment was made, and lost by the database.
    const refused = { kind: 'refused', refusal: preparation.refusal } as const;
    return unlessSent(ports, submission, { otherwise: async () => refused, call: null });
  }
  const { prepared } = preparation;
  const outcome = await submitPrepared<Refused>(ports, submission, prepared);
  if (!NEEDS_COMPARISON.includes(outcome.kind)) return outcome;
  return unlessSent(ports, submission, {
    call: prepared.call,
    otherwise: async (nextInPools) =>
      outcome.kind === 'reconciling' && nextInPools !== undefined
        ? submitPrepared(ports, submission, {
            ...prepared,
            chainState: { ...prepared.chainState, nextInPools },
          })
        : outcome,
  });
}

/** Why nothing was signed, where that would be no reason for a payment that was already made. */
const NEEDS_COMPARISON: readonly Attempt<unknown>['kind'][] = [
  'reconciling',
  'insufficient-funds',
  'fee-above-cap',
  'frozen',
];

async function submitPrepared<Refused>(
  ports: SubmitPorts,
  submission: Submission,
  prepared: PreparedOperation,
): Promise<Attempt<Refused>> {
  if (exceedsFeeCap(gasOf(prepared), prepared.fees)) return { kind: 'fee-above-cap' };
  const rungs = rungsFor(prepared);
  const outcome = await submitPlanned<Refused>(ports, submission, { ...prepared, rungs });
  // Rungs above the usual ones must never be the reason for a refusal.
  const isRefusedForThem =
    outcome.kind === 'insufficient-funds' && outcome.of === 'fee' && rungs > USUAL_RUNGS;
  if (!isRefusedForThem) return outcome;
  return submitPlanned(ports, submission, { ...prepared, rungs: USUAL_RUNGS });
}

function rungsFor(prepared: PreparedOperation): number {
  const { tokenId, feeToken, amount, chainState, fees } = prepared;
  const paid = tokenId === feeToken.id ? amount : ZERO_UNITS;
  const spare = subtractOrZero(chainState.nativeBalance, paid);
  return affordableRungs(gasOf(prepared), fees, spare);
}

type PlannedOperation = PreparedOperation & PlannedCalls;

async function submitPlanned<Refused>(
  ports: SubmitPorts,
  submission: Submission,
  prepared: PlannedOperation,
): Promise<Attempt<Refused>> {
  const request = signRequestOf(ports, submission, prepared);
  const funds = checkFunds(request.details, request.chainState, []);
  if (!funds.ok) return insufficientFunds(prepared, funds);
  const isPublished = submission.publishedBy === 'request';
  const opened = await submission.withSigner((sign) =>
    ports.operations.signNext(
      request,
      signPlanned(ports, prepared, sign),
      isPublished ? REQUEST_LEASE_MS : 0,
    ),
  );
  if (!opened.ok) return { kind: 'locked' };
  const signed = opened.value;
  if (signed.kind === 'user-removed') return { kind: 'locked' };
  if (signed.kind === 'no-gap' || signed.kind === 'allowance-claimed') return signed;
  if (signed.kind === 'reconciling') return { kind: 'reconciling', found: null };
  if (signed.kind === 'step-over' || signed.kind === 'frozen') return signed;
  if (signed.kind === 'request-over' || signed.kind === 'claim-over') return signed;
  if (signed.kind === 'insufficient-funds') return insufficientFunds(prepared, signed);
  if (signed.kind === 'exists') {
    const replay = replayOf(signed.stored, submission);
    return replay.kind === 'exists' ? existing(replay.operation) : replay;
  }
  const { claim } = signed;
  const operation = isPublished ? await publishOperation(ports, claim) : claim.operation;
  return { kind: 'sent', operation };
}

interface Unsent<Refused> {
  /** What would be signed; null when it was refused before that was known. */
  readonly call: PlannedCalls['call'] | null;
  /** What happens when the records are complete and the network does not have it. */
  readonly otherwise: (nextInPools: number | undefined) => Promise<Attempt<Refused>>;
}

/** Gives a request the transaction that the network has of it, which the database lost; never signs it again. */
async function unlessSent<Refused>(
  ports: SubmitPorts,
  submission: Submission,
  { call, otherwise }: Unsent<Refused>,
): Promise<Attempt<Refused>> {
  const { account, sought } = submission;
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
    ...submission,
    details: {
      ...details,
      ...{ id: ports.randomness.uuid(), userId: submission.userId, createdAt: now },
      ...{ estimatedFee: fee, feeCeiling: fee },
    },
    transaction,
  });
  if (operation === null) return { kind: 'reconciling', found: transaction.hash };
  return { kind: 'sent', operation };
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

function signRequestOf(
  { randomness, clock }: SubmitPorts,
  { userId, idempotencyKey, fingerprint, swapStep, paymentRequest, endsClaim }: Submission,
  prepared: PlannedOperation,
): SigningRequest {
  const { kind, chainId, account, recipient, tokenId, amount, pool, chainState } = prepared;
  const { feeToken, estimatedFee, approval } = prepared;
  return {
    details: {
      id: randomness.uuid(),
      userId,
      kind,
      chainId,
      account,
      recipient,
      tokenId,
      amount,
      feeTokenId: feeToken.id,
      estimatedFee,
      feeCeiling: ceilingOf(prepared),
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
  };
}

function insufficientFunds(
  planned: PlannedOperation,
  { of, available }: { readonly of: 'token' | 'fee'; readonly available: BaseUnits },
): NotSubmitted<never> {
  const { feeToken } = planned;
  return { kind: 'insufficient-funds', of, available, feeToken, feeCeiling: ceilingOf(planned) };
}

function existing(operation: Operation): {
  readonly kind: 'exists';
  readonly operation: SignedOperation;
} {
  if (!isSigned(operation)) throw new Error(`Operation ${operation.id} was stored unsigned.`);
  return { kind: 'exists', operation };
}
