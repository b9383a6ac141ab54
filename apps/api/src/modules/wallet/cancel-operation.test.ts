import { expect, it } from 'vitest';
import { type Operation, startOperation } from '#domain/operation/operation';
import { canHappen, transition } from '#domain/operation/transition';
import { buildInclusion, buildPrivateTransaction, buildSigned, START } from '#testing/operation';
import { cancelOperation as contract } from '#wire/wallet/cancel-operation';
import { createMemoryRepository } from '../../simulator/memory-repository.ts';
import { createMemorySigningPlans, withOpenSeals } from '../../simulator/memory-signing-plans.ts';
import { createCancelOperation } from './cancel-operation.ts';
import { callOf, polygon, poolOperation } from './shielded/private.test-setup.ts';

function setUp(operation: Operation | null) {
  const harness = { operation, requested: [] as unknown[] };
  const cancel = createCancelOperation({
    networks: [polygon],
    operations: {
      find: async () =>
        harness.operation && { operation: harness.operation, heads: null, progress: null },
      request: async ({ event }) => {
        if (harness.operation === null || !canHappen(harness.operation, event)) return false;
        harness.operation = transition(harness.operation, event);
        return true;
      },
    },
    privateTransactions: {
      cancel: async (...requested) => {
        harness.requested.push(requested);
        if (harness.operation?.status !== 'created') return false;
        const type = 'failed' as const;
        harness.operation = transition(harness.operation, { type, reason: 'cancelled', at: START });
        return true;
      },
    },
    clock: { now: () => START },
    signingPlans: createMemorySigningPlans(createMemoryRepository()),
    vault: { withOwnSeals: withOpenSeals },
  });
  const call = () => cancel(callOf<typeof contract>({ params: { id: 'one' }, query: undefined }));
  return { harness, call };
}

it('cancels a payment, and responds the same to a repeated request', async () => {
  const { harness, call } = setUp(startOperation(buildPrivateTransaction()));
  const first = await call();
  expect(contract.response.parse(first).data).toMatchObject({
    status: 'failed',
    isCancellable: false,
    isCancelled: true,
  });
  expect(await call()).toEqual(first);
  expect(harness.requested[0]).toEqual(['alice', 'one', START]);
});

it('has a public payment stopped that no block has, and responds the same to a repeated request', async () => {
  const { call } = setUp(buildSigned());
  const first = await call();
  expect(contract.response.parse(first).data).toMatchObject({
    status: 'signed',
    isCancellable: false,
    isCancelling: true,
    isCancelled: false,
  });
  expect(await call()).toEqual(first);
});

it('refuses a public payment that a block has', async () => {
  const mined = transition(buildSigned(), { type: 'mined', inclusion: buildInclusion() });
  expect(await setUp(mined).call()).toMatchObject({ refused: 'cannot-cancel' });
});

it('refuses a private payment that was signed', async () => {
  const { operation } = poolOperation('unshield');
  expect(await setUp(operation).call()).toMatchObject({ refused: 'cannot-cancel' });
});

it('refuses one that failed on its own', async () => {
  const failed = transition(startOperation(buildPrivateTransaction()), {
    type: 'failed',
    reason: 'notes-spent',
    at: START,
  });
  expect(await setUp(failed).call()).toMatchObject({ refused: 'cannot-cancel' });
});

it('does not find someone else’s payment', async () => {
  expect(await setUp(null).call()).toMatchObject({ refused: 'unknown-operation' });
});

it('calls nothing cancelled whose signature a failover may have lost', async () => {
  const prepared = transition(startOperation(buildPrivateTransaction()), { type: 'prepared' });
  expect(await setUp(prepared).call()).toMatchObject({ refused: 'reconciling', retryAfter: 5 });
});
