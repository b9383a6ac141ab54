import { t, translated } from '#language/t';
import type { WaitingAccount } from '#wire/wallet/continue-operations';
import type { OperationView } from '#wire/wallet/operation';
import { preciseClockText } from '../../lib/elapsed.ts';
import type { Step } from '../../ui/step-list.tsx';
import { hasNothingArrived } from './arrival.ts';
import { LABELS_BY_KIND } from './operation-labels.ts';
import { sendWindowOf } from './send-window.ts';

/** An operation with what its account waits for; left out when that is nothing. */
export interface ShownOperation extends OperationView {
  readonly waitsFor?: WaitingAccount | undefined;
  /** It brings the user what they claimed, or what came back; left out for what they pay. */
  readonly isReceived?: boolean | undefined;
}

/** A step, labelled for the screen. */
export interface OperationStep extends Step {
  /** Only the network can end it. */
  readonly waitsForNetwork?: boolean;
}

type WireStep = OperationView['steps'][number];

/** @returns true while the operation may still change: it is neither final nor failed. */
export function isOpen({ status }: OperationView): boolean {
  return !ENDED.has(status);
}

const ENDED: ReadonlySet<OperationView['status']> = new Set([
  'confirmed',
  'reverted',
  'failed',
  'replaced',
]);

/**
 * The steps of an operation, labelled for the screen.
 * @param now milliseconds since 1970; times on another day are shown with the date.
 */
export function stepsOf(operation: ShownOperation, now: number): readonly OperationStep[] {
  return operation.steps.flatMap((step) => stepsOn(step, operation, now));
}

function stepsOn(step: WireStep, operation: ShownOperation, now: number): readonly OperationStep[] {
  switch (step.name) {
    case 'signed':
      return [plainStep(t('Signed'), step, operation)];
    case 'approve':
      return [approveStep(step, operation)];
    case 'proof':
      return [proofStep(step, operation)];
    case 'sent':
    case 'submitted':
      return [sentStep(step, operation, now)];
    case 'final':
      return endSteps(FINAL, step, { operation, now });
    case 'confirmed':
      return endSteps(CONFIRMED, step, { operation, now });
  }
}

/** Blocks come within seconds: a payment that is not in one by now waits for a reason that the page cannot see. */
const DELAYED_AFTER_MS = 2 * 60_000;

/** @returns what is known about a payment that no block has had for minutes; null while it is not late. */
function delayText({ status, steps, chain }: OperationView, now: number): string | null {
  if (status !== 'signed' && status !== 'broadcast') return null;
  const times = steps.flatMap(({ at }) => (at === null ? [] : [Date.parse(at)]));
  if (now - Math.max(...times) < DELAYED_AFTER_MS) return null;
  return status === 'signed'
    ? t('We haven’t reached {chain} yet and keep trying', { chain })
    : t('{chain} hasn’t confirmed it yet. We’re still checking', { chain });
}

/**
 * One sentence on the status of an operation, for lists.
 * @param now milliseconds since 1970.
 */
export function statusOf(operation: ShownOperation, now: number): string {
  if (operation.failure !== null) return translated(operation.failure);
  if (operation.isCancelling)
    return t('{cancelling} You can leave this page.', {
      cancelling: cancellingText(operation.chain),
    });
  const wait = waitText(operation);
  // A gap of several nonces needs the page until the last one is filled.
  if (wait !== null) return wait;
  const step = operation.steps.find(({ state }) => state === 'now');
  if (operation.status === 'needs_unlock') return unlockText(operation);
  if (!step) return operation.status === 'confirmed' ? endOf(operation) : t('Pending.');
  return t('{status}. You can leave this page.', {
    status: statusOfStep(step, operation, now),
  });
}

/** @returns what a payment waits for that is not its own network fee, and what is done about it; null when nothing */
function waitText({ waitsFor, chain }: ShownOperation): string | null {
  if (waitsFor === undefined) return null;
  const what = t('{chain} is waiting for an earlier transaction of your account.', { chain });
  return `${what} ${waitsFor.problem === null ? t('We’re clearing the way.') : translated(waitsFor.problem)}`;
}

/** @returns what is known from the request to cancel until the network has confirmed it; never that it is cancelled */
export function cancellingText(chain: string): string {
  return t('Cancelling… {chain} has to confirm it.', { chain });
}

function endOf({ kind }: OperationView): string {
  return LABELS_BY_KIND[kind].end === 'final' ? t('Final.') : t('Confirmed.');
}

/** The prover has lost the keys, for example after a restart. The user's next request brings them back. */
const WAITS_FOR_YOU = t('Keep this page open for a moment so we can continue.');

/** Only the link, or the page of the payment, has what opens the wallet of a payment by link. */
const WAITS_FOR_LINK = t('Open the link again so we can continue.');

function unlockText({ isReceived }: ShownOperation): string {
  return isReceived ? WAITS_FOR_LINK : WAITS_FOR_YOU;
}

function statusOfStep(step: WireStep, operation: OperationView, now: number): string {
  const delay = delayText(operation, now);
  if (delay !== null) return delay;
  switch (step.name) {
    case 'signed':
      return t('Signing');
    case 'approve':
      return t('Approving {symbol}', { symbol: operation.symbol });
    case 'proof':
      return proofText(operation, step);
    case 'sent':
    case 'submitted': {
      const window = sendWindowOf(operation, now);
      return window === null
        ? t('Sending to {chain}', { chain: operation.chain })
        : t('We’ll send it between {from} and {to}', window);
    }
    default: {
      return operation.kind === 'send' ? FINAL.wait : CONFIRMED.wait;
    }
  }
}

function proofText(operation: OperationView, { progress }: WireStep): string {
  if (isQueued(operation, progress)) return queueText(operation);
  return progress
    ? t('Preparing your private payment, {percent}%', { percent: progress.done })
    : PREPARING;
}

/** True while the proof is queued. An operation keeps its queue place while its proof is generated. */
function isQueued({ queuePlace }: OperationView, progress: WireStep['progress']): boolean {
  return queuePlace !== null && (progress === null || progress.done === 0);
}

function queueText({ queuePlace }: OperationView): string {
  return t(
    '{count, plural, =0 {Next in line} one {# payment ahead of yours} other {# payments ahead of yours}}',
    { count: queuePlace ?? 0 },
  );
}

function plainStep(title: string, step: WireStep, { failure }: OperationView): Step {
  return {
    title,
    state: step.state,
    time: step.at === null ? null : preciseClockText(Date.parse(step.at)),
    detail: step.state === 'failed' ? failure : null,
  };
}

function approveStep(step: WireStep, operation: OperationView): Step {
  const approve = plainStep(t('Approved'), step, operation);
  if (step.state !== 'now') return approve;
  const detail = t('You’re approving exactly this amount of {symbol}.', {
    symbol: operation.symbol,
  });
  return { ...approve, title: t('Approving'), detail };
}

function proofStep(step: WireStep, operation: ShownOperation): Step {
  const proof = plainStep(t('Private payment prepared'), step, operation);
  if (step.state === 'failed') return { ...proof, title: PREPARING };
  if (step.state === 'to-come') return { ...proof, title: PREPARING };
  if (step.state === 'done') return proof;
  if (operation.status === 'needs_unlock') {
    return { ...proof, title: PREPARING, detail: unlockText(operation) };
  }
  const { progress } = step;
  if (isQueued(operation, progress)) {
    const detail = `${queueText(operation)}. ${MAY_LEAVE}`;
    return { ...proof, title: t('Waiting in line'), detail };
  }
  return {
    ...proof,
    title: PREPARING,
    time: progress ? `${progress.done}%` : null,
    progress,
    detail: MAY_LEAVE,
  };
}

function sentStep(step: WireStep, operation: ShownOperation, now: number): Step {
  const sent = plainStep(sentTitle(step), step, operation);
  if (step.state === 'done') {
    // Once it is late, the step below says so.
    const isUnconfirmed = operation.status === 'broadcast' && lateText(operation, now) === null;
    const { chain } = operation;
    const detail = isUnconfirmed
      ? t('{chain} received it but hasn’t confirmed it yet.', { chain })
      : t('{chain} received it.', { chain });
    return { ...sent, detail };
  }
  const late = lateText(operation, now);
  if (step.state === 'now' && late !== null) return { ...sent, detail: late };
  const window = sendWindowOf(operation, now);
  if (window === null || !isOpen(operation)) return sent;
  const detail = t('We’ll send it between {from} and {to}, at a random moment.', window);
  return { ...sent, detail };
}

function sentTitle({ name, state }: WireStep): string {
  if (name === 'sent') return t('On its way');
  return state === 'now' ? t('Submitting') : t('Submitted');
}

interface EndLabels {
  readonly waiting: string;
  /** For lists. */
  readonly wait: string;
  readonly done: string;
}

const FINAL: EndLabels = {
  waiting: t('Finalizing'),
  wait: t('Finalizing… usually a few seconds'),
  done: t('Final'),
};
const CONFIRMED: EndLabels = {
  waiting: t('Confirming'),
  wait: t('Confirming… usually a few seconds'),
  done: t('Confirmed'),
};

const PREPARING = t('Preparing your private payment');

/** The API has one step for the end; the screen splits it in two, so that no tick appears beside a pending label. */
function endSteps(
  labels: EndLabels,
  step: WireStep,
  { operation, now }: { readonly operation: ShownOperation; readonly now: number },
): readonly OperationStep[] {
  const end = plainStep(labels.done, step, operation);
  if (step.state === 'now') {
    const detail = lateText(operation, now) ?? MAY_LEAVE;
    return [
      { ...waiting(step), title: labels.waiting, detail, waitsForNetwork: true },
      { title: labels.done, state: 'to-come' },
    ];
  }
  if (step.state === 'failed') {
    const isUnrecorded = hasNothingArrived(operation);
    return [{ ...end, title: isUnrecorded ? t('Not recorded') : t('Rejected by the network') }];
  }
  return [{ title: labels.waiting, state: step.state }, end];
}

function waiting({ progress }: WireStep): Omit<Step, 'title'> {
  return {
    state: 'now',
    time: progress ? t('{done} of {total}', { done: progress.done, total: progress.of }) : null,
    progress,
  };
}

/** @returns why no block has a payment yet, as far as it is known; null while it is not late */
function lateText(operation: ShownOperation, now: number): string | null {
  const delay = delayText(operation, now);
  const why = waitText(operation) ?? (delay === null ? null : `${delay}.`);
  return why === null ? null : t('{why} There’s no need to send it again.', { why });
}

const MAY_LEAVE = t('You can close this. We’ll finish it and show progress on your dashboard.');
