import { advanceSwap, currentStep, middleAsset, needsSignature } from '#domain/swap/swap';
import type { continueSwaps } from '#wire/exchange/continue-swaps';
import type { PaymentGate } from '../../application/admit-payment.ts';
import { type CallSession, type Handler, type Refusal, refuse } from '../../application/call.ts';
import type { ClaimedSwap, StoredSwap, Swaps } from '../../ports/swaps.ts';
import { swapView } from './listing/swap-view.ts';
import type { ExchangeTokenList } from './listing/token-list.ts';
import { whenReachable } from './listing/when-reachable.ts';
import { createSignStep, type SignStep, type SignStepPorts } from './steps/sign-step.ts';

export interface ContinueSwapsPorts extends Omit<SignStepPorts, 'swaps'> {
  readonly cache: ExchangeTokenList;
  readonly gate: Pick<PaymentGate, 'refuseFrozen'>;
  readonly swaps: Pick<Swaps, 'find' | 'listOpen' | 'record'>;
}

/** A later step that fails is retried for this long; then the user keeps the output of the step before it. */
const TRIES_FOR_MS = 10 * 60_000;

/** Signs the pending steps of the caller, whose session makes that possible. */
export function createContinueSwaps(ports: ContinueSwapsPorts): Handler<typeof continueSwaps> {
  const signStep = createSignStep(ports);
  return async ({ session }) => {
    const frozen = await ports.gate.refuseFrozen(session.userId);
    if (frozen !== null) return frozen;
    const open = await ports.swaps.listOpen(session.userId);
    const continued = [];
    for (const claim of open) {
      continued.push(await continueOne(ports, signStep, { claim, session }));
    }
    return { data: continued.map(swapView) };
  };
}

async function continueOne(
  ports: ContinueSwapsPorts,
  signStep: SignStep,
  { claim, session }: { readonly claim: ClaimedSwap; readonly session: CallSession },
): Promise<StoredSwap> {
  const { swap } = claim;
  const number = currentStep(swap);
  // A first step is signed by the swap request itself or never.
  if (!needsSignature(swap) || number === 1) return swap;
  const signed = await whenReachable(async () =>
    signStep({ listing: await ports.cache.listing(), claim, number, session }),
  ).catch((cause): Refusal => {
    ports.report({ message: 'A swap could not continue.', cause });
    return refuse('internal');
  });
  if (!('refused' in signed)) return signed;
  return giveUpWhenLate(ports, claim, { number, refusal: signed });
}

async function giveUpWhenLate(
  ports: ContinueSwapsPorts,
  claim: ClaimedSwap,
  { number, refusal }: { readonly number: number; readonly refusal: Refusal },
): Promise<StoredSwap> {
  const { swap } = claim;
  const step = swap.steps[number - 1];
  const before = swap.steps[number - 2];
  const at = ports.clock.now();
  const isLate = step?.state === 'to-sign' && at.getTime() - step.since.getTime() > TRIES_FOR_MS;
  const isAway =
    refusal.refused.endsWith('unavailable') ||
    refusal.refused === 'internal' ||
    refusal.refused === 'reconciling' ||
    refusal.refused === 'account-frozen';
  if (!isLate || isAway || before?.state !== 'done') return swap;
  const kept = before.output;
  const [first, hop] = [swap.route.swaps[0], swap.route.swaps[number - 1]];
  const has = kept ? ` You have ${kept.amount} ${kept.symbol} on ${hop?.from.chain} instead.` : '';
  const error = `We couldn’t finish this swap.${has}`;
  const output = kept && middleAsset(kept, first?.from.blockchain ?? '');
  const ended = advanceSwap(swap, { type: 'step-failed', error, output, at });
  return (await ports.swaps.record(claim, ended, at)) ? ended : swap;
}
