import { expect, test } from 'vitest';
import { buildOperationView } from '#testing/operation-view';
import type { OperationView } from '#wire/wallet/operation';
import { isOpen, statusOf, stepsOf } from './operation-steps.ts';

const AT = '2026-01-02T03:04:05.000Z';
const NOW = Date.parse(AT);
const shape = (operation = buildOperationView()) =>
  stepsOf(operation, NOW).map(({ title, state }) => [title, state]);

test('a mined payment shows as signed, on its way, and finalizing, n of m', () => {
  expect(shape()).toEqual([
    ['Signed', 'done'],
    ['On its way', 'done'],
    ['Finalizing', 'now'],
    ['Final', 'to-come'],
  ]);
  expect(stepsOf(buildOperationView(), NOW)[2]).toMatchObject({ time: '38 of 64' });
});

test('a payment is final only when the last step is done', () => {
  const steps = buildOperationView().steps.map(
    (step) => ({ ...step, state: 'done', at: AT }) as const,
  );
  const operation = buildOperationView({ status: 'confirmed', steps });
  expect(shape(operation).at(-1)).toEqual(['Final', 'done']);
  expect(isOpen(operation)).toBe(false);
  expect(isOpen(buildOperationView())).toBe(true);
});

test('a payment rejected by the network says so in place of Final', () => {
  const [signed, sent] = buildOperationView().steps;
  const failed = { name: 'final', state: 'failed', at: AT, progress: null } as const;
  const failure = 'The network refused this payment.';
  const operation = buildOperationView({
    status: 'reverted',
    failure,
    steps: [...(signed && sent ? [signed, sent] : []), failed],
  });
  expect(stepsOf(operation, NOW).at(-1)).toMatchObject({
    title: 'Rejected by the network',
    detail: failure,
  });
  expect(statusOf(operation, NOW)).toBe(failure);
});

test('the dashboard line says how far the operation is', () => {
  expect(statusOf(buildOperationView(), NOW)).toBe(
    'Finalizing… usually a few seconds. You can leave this page.',
  );
});

type WireStep = OperationView['steps'][number];

test('a payment that is to be cancelled waits for the network, and is not called cancelled', () => {
  const operation = buildOperationView({ status: 'broadcast', isCancelling: true });
  expect(statusOf(operation, NOW)).toBe(
    'Cancelling… Polygon has to confirm it. You can leave this page.',
  );
});

test('a payment that was sent is not said to be unchangeable', () => {
  const sentDetail = (status: OperationView['status']) =>
    stepsOf(buildOperationView({ status }), NOW)[1]?.detail;
  expect(sentDetail('broadcast')).toBe('Polygon received it but hasn’t confirmed it yet.');
  expect(sentDetail('mined')).toBe('Polygon received it.');
});

test('a payment that no block has for two minutes says that we are still checking', () => {
  const sent = buildOperationView({
    status: 'broadcast',
    steps: [step('signed', 'done'), step('sent', 'done'), step('final', 'now')],
  });
  const soon = NOW + 2 * 60_000 - 1;
  expect(statusOf(sent, soon)).toMatch('usually a few seconds');
  expect(statusOf(sent, soon + 1)).toBe(
    'Polygon hasn’t confirmed it yet. We’re still checking. You can leave this page.',
  );
  expect(stepsOf(sent, soon + 1)[2]?.detail).toBe(
    'Polygon hasn’t confirmed it yet. We’re still checking. There’s no need to send it again.',
  );
  const unsent = buildOperationView({
    status: 'signed',
    steps: [step('signed', 'done'), step('sent', 'now'), step('final', 'to-come')],
  });
  expect(stepsOf(unsent, soon)[1]?.detail).toBeFalsy();
  expect(stepsOf(unsent, soon + 1)[1]?.detail).toBe(
    'We haven’t reached Polygon yet and keep trying. There’s no need to send it again.',
  );
});

const step = (
  name: WireStep['name'],
  state: WireStep['state'],
  progress: WireStep['progress'] = null,
): WireStep => ({ name, state, at: state === 'done' ? AT : null, progress });

const unshield = (proof: WireStep, values: Partial<OperationView> = {}) =>
  buildOperationView({
    kind: 'unshield',
    status: 'created',
    transactionHash: null,
    steps: [proof, step('submitted', 'to-come'), step('confirmed', 'to-come')],
    ...values,
  });

test('a shield shows as approved, submitted, and confirming', () => {
  const operation = buildOperationView({
    kind: 'shield',
    steps: [
      step('approve', 'done'),
      step('submitted', 'done'),
      step('confirmed', 'now', { done: 3, of: 64 }),
    ],
  });
  expect(shape(operation)).toEqual([
    ['Approved', 'done'],
    ['Submitted', 'done'],
    ['Confirming', 'now'],
    ['Confirmed', 'to-come'],
  ]);
  expect(statusOf(operation, NOW)).toBe(
    'Confirming… usually a few seconds. You can leave this page.',
  );
});

test('a proof in progress shows its percentage', () => {
  const operation = unshield(step('proof', 'now', { done: 63, of: 100 }));
  expect(stepsOf(operation, NOW)[0]).toMatchObject({
    title: 'Preparing your private payment',
    time: '63%',
  });
  expect(statusOf(operation, NOW)).toBe(
    'Preparing your private payment, 63%. You can leave this page.',
  );
});

test.each<[number, string]>([
  [0, 'Next in line'],
  [2, '2 payments ahead of yours'],
])('a queued proof shows its place, with %i ahead of it', (queuePlace, says) => {
  const operation = unshield(step('proof', 'now', { done: 0, of: 100 }), { queuePlace });
  expect(statusOf(operation, NOW)).toBe(`${says}. You can leave this page.`);
  expect(stepsOf(operation, NOW)[0]?.detail).toContain(says);
});

test('a proof in progress shows its percentage, even though it keeps its place in the queue', () => {
  const operation = unshield(step('proof', 'now', { done: 12, of: 100 }), { queuePlace: 0 });
  expect(statusOf(operation, NOW)).toBe(
    'Preparing your private payment, 12%. You can leave this page.',
  );
});

test('a proof that is waiting for keys asks the user to stay on the page', () => {
  const operation = unshield(step('proof', 'now'), { status: 'needs_unlock' });
  const says = 'Keep this page open for a moment so we can continue.';
  expect(statusOf(operation, NOW)).toBe(says);
  expect(stepsOf(operation, NOW)[0]).toMatchObject({
    title: 'Preparing your private payment',
    detail: says,
  });
});

test('a delayed operation shows its time window, with the date unless it is today', () => {
  const from = new Date(2026, 0, 2, 14, 5);
  const to = new Date(2026, 0, 3, 2, 5);
  const operation = unshield(step('proof', 'done'), {
    status: 'prepared',
    sendWindow: { from: from.toISOString(), to: to.toISOString() },
    steps: [step('proof', 'done'), step('submitted', 'now'), step('confirmed', 'to-come')],
  });
  expect(statusOf(operation, from.getTime())).toBe(
    'We’ll send it between 14:05 and 3 Jan, 02:05. You can leave this page.',
  );
  expect(stepsOf(operation, from.getTime())[1]?.detail).toContain('between 14:05 and 3 Jan, 02:05');
});

test('a payment that failed before its moment no longer says when it will be sent', () => {
  const from = new Date(2026, 0, 2, 14, 5).toISOString();
  const operation = unshield(step('proof', 'failed'), {
    status: 'failed',
    sendWindow: { from, to: from },
    steps: [step('proof', 'failed'), step('submitted', 'to-come'), step('confirmed', 'to-come')],
  });
  const steps = stepsOf(operation, Date.parse(from));
  expect(steps.map(({ detail }) => detail ?? '').join(' ')).not.toContain('We’ll send it');
});
