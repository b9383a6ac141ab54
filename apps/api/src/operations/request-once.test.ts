import { expect, test } from 'vitest';
import { createRequestOnce, type OperationRequest } from './request-once.ts';

interface Made {
  readonly kind: string;
}

const REQUEST: OperationRequest = { userId: 'u', idempotencyKey: 'key', fingerprint: 'payment' };

/** Makes nothing until it is told what. */
function start() {
  const begun: { readonly end: (made: Made) => void }[] = [];
  const once = createRequestOnce<Made>({ findByKey: async () => null });
  const make = () => new Promise<Made>((end) => void begun.push({ end }));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { begun, settle, request: (more = {}) => once({ ...REQUEST, ...more }, make) };
}

test('a repeat of what is being made shares its outcome', async () => {
  const { begun, settle, request } = start();
  const both = Promise.all([request(), request()]);
  await settle();
  expect(begun).toHaveLength(1);
  begun[0]?.end({ kind: 'to-sign' });
  expect(await both).toEqual([{ kind: 'to-sign' }, { kind: 'to-sign' }]);
});

test.each([
  ['what signs a plan', {}, { signsPlan: 'first' }],
  ['what signs another plan', { signsPlan: 'first' }, { signsPlan: 'second' }],
  ['what is requested', { signsPlan: 'first' }, {}],
])('%s waits for the one before, and has an outcome of its own', async (_what, first, second) => {
  const { begun, settle, request } = start();
  const both = Promise.all([request(first), request(second)]);
  await settle();
  expect(begun).toHaveLength(1);
  begun[0]?.end({ kind: 'first' });
  await settle();
  expect(begun).toHaveLength(2);
  begun[1]?.end({ kind: 'second' });
  expect(await both).toEqual([{ kind: 'first' }, { kind: 'second' }]);
});
