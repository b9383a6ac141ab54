import type { TransactionHash } from '#domain/address/address';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { cancellationReason } from '#domain/operation/cancellation';
import { type CancellationReason, isSigned, isTerminal } from '#domain/operation/operation';
import { transactionHash } from '#domain/operation/outcome';
import { isSoughtInVain } from '#domain/swap/delivery';
import {
  advanceSwap,
  currentStep,
  type DeliveryProof,
  FIRST_SIGNATURE_WITHIN_MS,
  hasEnded,
  middleAsset,
  type SwapStep,
  stepKey,
} from '#domain/swap/swap';
import type { SwapHop } from '#wire/exchange/route';
import { createJob, type Job, type JobError } from '../application/job.ts';
import type { Clock } from '../ports/clock.ts';
import type { ExchangeAggregator, StepVerdict } from '../ports/exchange-aggregator.ts';
import type { Operations } from '../ports/operations.ts';
import type { ClaimedSwap, StoredSwap, Swaps } from '../ports/swaps.ts';
import { type FindDeliveryPorts, findDelivery } from './find-delivery.ts';

export interface AdvanceSwapsPorts extends FindDeliveryPorts {
  readonly swaps: FindDeliveryPorts['swaps'] & Pick<Swaps, 'claimDue' | 'record' | 'sweepOffers'>;
  readonly operations: Pick<Operations, 'find' | 'findByKey'>;
  readonly exchange: Pick<ExchangeAggregator, 'checkStatus'>;
  readonly clock: Clock;
  readonly report: (error: JobError) => void;
}

const IDLE_MS = 1_000;
const AFTER_ERROR_MS = 5_000;
const LIMIT = 50;
const LEASE_MS = 60_000;
const OFFERS_KEPT_MS = 10 * 60_000;
/** How often a step is looked at, by how long it has been on its way. */
const PACE = [
  { untilMs: 60_000, everyMs: 2_000 },
  { untilMs: 300_000, everyMs: 5_000 },
] as const;
const SLOW_PACE_MS = 30_000;
/** A step that waits for its user is changed by a request and not by this job. */
const WAITING_PACE_MS = 10_000;

/**
 * Follows the open swaps: what the chain says about each transaction, then what the exchange says about what
 * arrived. Neither a time-out nor silence ever ends one. The end of a swap is looked for where it would be; the exchange's
 * word alone counts only when it was not found there for an hour, and is stored as such.
 * @returns the job, not started
 */
export function createAdvanceSwaps(ports: AdvanceSwapsPorts): Job {
  return createJob({
    ...ports,
    run: () => advanceDueSwaps(ports),
    everyMs: IDLE_MS,
    afterErrorMs: AFTER_ERROR_MS,
    errorMessage: 'The swaps could not be read or stored.',
  });
}

/** One run: claims what is due, looks, stores what happened. */
export async function advanceDueSwaps(ports: AdvanceSwapsPorts): Promise<void> {
  const now = ports.clock.now();
  await ports.swaps.sweepOffers(new Date(now.getTime() - OFFERS_KEPT_MS));
  const claims = await ports.swaps.claimDue({ now, leaseMs: LEASE_MS, limit: LIMIT });
  await Promise.all(
    claims.map(async (claim) => {
      const next = await lookAt(ports, claim).catch((cause) => {
        ports.report({ message: `Swap ${claim.swap.requestId} could not be followed.`, cause });
        return claim.swap;
      });
      const at = ports.clock.now();
      await ports.swaps.record(claim, next, new Date(at.getTime() + msUntilNextLook(next, at)));
    }),
  );
}

async function lookAt(ports: AdvanceSwapsPorts, { swap }: ClaimedSwap): Promise<StoredSwap> {
  const number = currentStep(swap);
  const step = swap.steps[number - 1];
  const at = ports.clock.now();
  if (step?.state === 'to-sign') {
    // The request that signed it may have ended before it could write that here.
    const key = stepKey(swap.requestId, number);
    const signed = (await ports.operations.findByKey(swap.userId, key))?.operation;
    if (signed !== undefined && isSigned(signed)) {
      const hash = transactionHash(signed);
      return advanceSwap(swap, { type: 'sent', operationId: signed.id, hash, at });
    }
    if (number > 1) return swap;
    if (at.getTime() - step.since.getTime() < FIRST_SIGNATURE_WITHIN_MS) return swap;
    const error = 'The swap didn’t start. Nothing was sent.';
    return advanceSwap(swap, { type: 'step-failed', error, output: null, at });
  }
  return step?.state === 'sent' ? followStep(ports, swap, { number, ...step }) : swap;
}

type SentStep = Extract<SwapStep, { state: 'sent' }> & { readonly number: number };

async function followStep(
  ports: AdvanceSwapsPorts,
  swap: StoredSwap,
  step: SentStep,
): Promise<StoredSwap> {
  const { number } = step;
  const found = await ports.operations.find(swap.userId, step.operationId);
  const operation = found?.operation;
  if (operation === undefined || !('signing' in operation) || !isTerminal(operation)) return swap;
  const at = ports.clock.now();
  const hash = transactionHash(operation);
  const mined = hash === step.hash ? swap : advanceSwap(swap, { type: 'hash-changed', hash, at });
  if (operation.status !== 'confirmed') {
    const error = failedSentence(
      swap,
      number,
      WHAT_BY_REASON[cancellationReason(operation) ?? 'none'],
    );
    return advanceSwap(mined, { type: 'step-failed', error, output: keptBefore(swap, number), at });
  }
  const { requestId } = swap;
  const verdict = await ports.exchange.checkStatus({ requestId, step: number, hash });
  if (verdict.kind === 'running') return mined;
  if (verdict.kind === 'failed' || number < swap.steps.length) {
    return judge(mined, { number, verdict }, at);
  }
  return endSwap(ports, mined, { number, verdict, hash });
}

async function endSwap(
  ports: AdvanceSwapsPorts,
  swap: StoredSwap,
  { number, verdict, hash }: EndedStep & { readonly hash: TransactionHash },
): Promise<StoredSwap> {
  const hop = hopOf(swap, number);
  const isCrossChain = hop.from.blockchain !== hop.to.blockchain;
  const destinationHash = isCrossChain ? verdict.destinationHash : null;
  const sought = { hash: isCrossChain ? destinationHash : hash, isCrossChain };
  const delivery = await findDelivery(ports, swap, sought);
  const at = ports.clock.now();
  if (delivery.kind === 'confirmed') {
    const amount = baseUnitsToDisplay(delivery.units, delivery.token.decimals);
    const { symbol, blockchain } = hop.to;
    const output = { amount, symbol, blockchain, type: 'DESIRED_OUTPUT' } as const;
    const confirmed = { output, destinationHash, delivery: 'confirmed', at } as const;
    return advanceSwap(swap, { type: 'step-done', ...confirmed });
  }
  const reported = judge(swap, { number, verdict, proof: 'reported' }, at);
  if (delivery.kind === 'no-nodes') return reported;
  const waiting = advanceSwap(swap, { type: 'delivery-reported', at });
  const step = waiting.steps[number - 1];
  const since = step?.state === 'sent' ? (step.reportedAt ?? at) : at;
  return isSoughtInVain(since, at) ? reported : waiting;
}

/** Why a step did nothing, by why it was cancelled. */
const WHAT_BY_REASON = {
  none: 'The network rejected this step',
  user: 'You cancelled this step',
  expired: 'The network didn’t confirm this step within 24 hours, so we cancelled it',
  operator: 'We cancelled this step before the network confirmed it',
} as const satisfies Record<CancellationReason | 'none', string>;

interface EndedStep {
  readonly number: number;
  readonly verdict: Exclude<StepVerdict, { kind: 'running' }>;
  /** How its delivery is known; left out unless it is the last step and succeeded. */
  readonly proof?: DeliveryProof;
}

function hopOf({ route, requestId }: StoredSwap, number: number): SwapHop {
  const hop = route.swaps[number - 1];
  if (hop === undefined) throw new Error(`Swap ${requestId} has no step ${number}.`);
  return hop;
}

function judge(swap: StoredSwap, { number, verdict, proof }: EndedStep, at: Date): StoredSwap {
  const hop = hopOf(swap, number);
  const end = verdict.kind === 'success' ? hop.to : hop.from;
  const quoted = verdict.kind === 'success' ? hop.toAmount : hop.fromAmount;
  const output = {
    amount: verdict.outputAmount ?? quoted,
    symbol: verdict.outputAsset?.symbol ?? end.symbol,
    blockchain: verdict.outputAsset?.blockchain ?? end.blockchain,
    type:
      verdict.outputType ??
      (verdict.kind === 'success' ? ('DESIRED_OUTPUT' as const) : ('REVERTED_TO_INPUT' as const)),
  };
  if (verdict.kind === 'success') {
    const { destinationHash } = verdict;
    const delivery = proof && { delivery: proof };
    return advanceSwap(swap, { type: 'step-done', output, destinationHash, ...delivery, at });
  }
  const why = verdict.message ?? 'The exchange couldn’t finish this swap';
  const error = `${why}. You have ${output.amount} ${output.symbol} back.`;
  return advanceSwap(swap, { type: 'step-failed', error, output, at });
}

/** What the wallet has when a step did nothing: what the step before it gave. */
function keptBefore({ steps, route }: StoredSwap, number: number) {
  const before = steps[number - 2];
  if (before?.state !== 'done' || before.output === null) return null;
  return middleAsset(before.output, route.swaps[0]?.from.blockchain ?? '');
}

function failedSentence(swap: StoredSwap, number: number, what: string): string {
  const kept = keptBefore(swap, number);
  const [first, hop] = [swap.route.swaps[0], swap.route.swaps[number - 1]];
  const has = kept
    ? `You have ${kept.amount} ${kept.symbol} on ${hop?.from.chain} instead.`
    : `Your ${first?.from.symbol ?? 'money'} didn’t move. You only paid the network fee.`;
  return `${what}. ${has}`;
}

function msUntilNextLook(swap: StoredSwap, at: Date): number {
  const step = swap.steps[currentStep(swap) - 1];
  if (hasEnded(swap) || step === undefined || !('since' in step)) return SLOW_PACE_MS;
  if (step.state === 'to-sign') return WAITING_PACE_MS;
  const age = at.getTime() - step.since.getTime();
  return PACE.find(({ untilMs }) => age < untilMs)?.everyMs ?? SLOW_PACE_MS;
}
