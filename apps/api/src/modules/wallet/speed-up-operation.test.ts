import { expect, it } from 'vitest';
import type { Operation, SignedOperation } from '#domain/operation/operation';
import { canHappen, transition } from '#domain/operation/transition';
import { buildInclusion, buildPrivateTransaction, buildSigned, START } from '#testing/operation';
import { speedUpOperation as contract } from '#wire/wallet/speed-up-operation';
import { FROZEN_GATE, OPEN_GATE } from '../../simulator/open-gate.ts';
import { callOf, polygon } from './shielded/private.test-setup.ts';
import { createSpeedUpOperation } from './speed-up-operation.ts';

const tried = { type: 'tried', rung: 0, at: START, isAccepted: true } as const;

function setUp(operation: Operation | null, gate = OPEN_GATE) {
  const harness = { operation };
  const speedUp = createSpeedUpOperation({
    networks: [polygon],
    gate,
    operations: {
      find: async () =>
        harness.operation && { operation: harness.operation, heads: null, progress: null },
      request: async ({ event }) => {
        if (harness.operation === null || !canHappen(harness.operation, event)) return false;
        harness.operation = transition(harness.operation, event);
        return true;
      },
    },
    clock: { now: () => START },
  });
  const call = () => speedUp(callOf<typeof contract>({ params: { id: 'one' }, query: undefined }));
  return { harness, call };
}

it('sends nothing more for a frozen account', async () => {
  const { harness, call } = setUp(buildSigned(), FROZEN_GATE);
  const before = harness.operation;
  expect(await call()).toEqual({ refused: 'account-frozen' });
  expect(harness.operation).toBe(before);
});

it('has the next rung sent, one for however many requests', async () => {
  const { harness, call } = setUp(transition(buildSigned(), tried));
  const first = await call();
  expect(contract.response.parse(first).data).toMatchObject({ canSpeedUp: false });
  expect(await call()).toEqual(first);
  expect(harness.operation).toMatchObject({ sending: { leastRungs: 2 } });
});

it.each<[string, SignedOperation]>([
  ['was mined', transition(buildSigned(), { type: 'mined', inclusion: buildInclusion() })],
  [
    'is to be cancelled before it was sped up',
    transition(transition(buildSigned(), { type: 'speed-up-requested' }), {
      type: 'cancellation-requested',
      ...{ reason: 'user', at: START },
    }),
  ],
  ['is private', buildSigned(buildPrivateTransaction())],
  [
    'was sent with its highest fee',
    [0, 1, 2].reduce((sent, rung) => transition(sent, { ...tried, rung }), buildSigned()),
  ],
])('refuses a payment that %s', async (_why, operation) => {
  expect(await setUp(operation).call()).toMatchObject({ refused: 'cannot-speed-up' });
});

it('does not find someone else’s payment', async () => {
  expect(await setUp(null).call()).toMatchObject({ refused: 'unknown-operation' });
});
