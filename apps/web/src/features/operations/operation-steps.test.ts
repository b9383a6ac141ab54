import { expect, test } from 'vitest';
import { buildOperationView } from '#testing/operation-view';
import { isOpen, standingOf, stepsOf } from './operation-steps.ts';

const AT = '2026-01-02T03:04:05.000Z';
const shape = (operation = buildOperationView()) =>
  stepsOf(operation).map(({ title, state }) => [title, state]);

test('a mined payment is signed, on its way, and waits to be final, n of m', () => {
  expect(shape()).toEqual([
    ['Signed', 'done'],
    ['On its way', 'done'],
    ['Waiting to be final', 'now'],
    ['Final', 'to-come'],
  ]);
  expect(stepsOf(buildOperationView())[2]).toMatchObject({ time: '38 of 64' });
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

test('a payment that the network refused says so in the place of Final', () => {
  const [signed, sent] = buildOperationView().steps;
  const failed = { name: 'final', state: 'failed', at: AT, progress: null } as const;
  const failure = 'The network refused this payment.';
  const operation = buildOperationView({
    status: 'reverted',
    failure,
    steps: [...(signed && sent ? [signed, sent] : []), failed],
  });
  expect(stepsOf(operation).at(-1)).toMatchObject({
    title: 'Refused by the network',
    detail: failure,
  });
  expect(standingOf(operation)).toBe(failure);
});

test('the line on the dashboard says how far it is', () => {
  expect(standingOf(buildOperationView())).toBe(
    'Waiting to be final, 38 of 64. You can leave this page.',
  );
});
