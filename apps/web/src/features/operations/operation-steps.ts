import type { OperationView } from '#wire/wallet/operation';
import { preciseClockText } from '../../lib/elapsed.ts';
import type { Step } from '../../ui/step-list.tsx';

type WireStep = OperationView['steps'][number];

/** Whether it may still change: it is not final, and it has not failed. */
export function isOpen({ status }: OperationView): boolean {
  return !ENDED.has(status);
}

const ENDED: ReadonlySet<OperationView['status']> = new Set([
  'confirmed',
  'reverted',
  'failed',
  'replaced',
]);

/** The steps of an operation in the words of the screen: Signed, On its way, Waiting to be final, Final. */
export function stepsOf(operation: OperationView): readonly Step[] {
  return operation.steps.flatMap((step) => {
    if (step.name === 'signed') return [plainStep('Signed', step, operation)];
    if (step.name === 'sent') return [sentStep(step, operation)];
    return finalSteps(step, operation);
  });
}

/** One sentence on where an operation stands, for lists. */
export function standingOf(operation: OperationView): string {
  if (operation.failure !== null) return operation.failure;
  const step = operation.steps.find(({ state }) => state === 'now');
  if (!step) return operation.status === 'confirmed' ? 'Final.' : 'Waiting.';
  if (step.name === 'signed') return 'Being signed. You can leave this page.';
  if (step.name === 'sent') return `Going to ${operation.chain}. You can leave this page.`;
  const { progress } = step;
  const count = progress ? `, ${progress.done} of ${progress.of}` : '';
  return `Waiting to be final${count}. You can leave this page.`;
}

function plainStep(title: string, step: WireStep, { failure }: OperationView): Step {
  return {
    title,
    state: step.state,
    time: step.at === null ? null : preciseClockText(Date.parse(step.at)),
    detail: step.state === 'failed' ? failure : null,
  };
}

function sentStep(step: WireStep, operation: OperationView): Step {
  const sent = plainStep('On its way', step, operation);
  const detail = `${operation.chain} has it. It can no longer be changed.`;
  return step.state === 'done' ? { ...sent, detail } : sent;
}

/** The wire has one step for the end; on screen the wait and the end are two, so that a tick never stands beside a wait. */
function finalSteps(step: WireStep, operation: OperationView): readonly Step[] {
  const end = plainStep('Final', step, operation);
  const title = 'Waiting to be final';
  if (step.state === 'now') {
    return [
      { ...waiting(step), title },
      { title: 'Final', state: 'to-come' },
    ];
  }
  if (step.state === 'failed') return [{ ...end, title: 'Refused by the network' }];
  return [{ title, state: step.state }, end];
}

function waiting({ progress }: WireStep): Omit<Step, 'title'> {
  return {
    state: 'now',
    time: progress ? `${progress.done} of ${progress.of}` : null,
    progress,
    detail: 'You can close this; it goes on by itself and stands on the dashboard.',
  };
}
