import { expect, it } from 'vitest';
import { type Operation, startOperation } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import { buildSpend, START } from '#testing/operation';
import { cancelOperation as contract } from '#wire/wallet/cancel-operation';
import { createCancelOperation } from './cancel-operation.ts';
import { callOf, polygon, poolOperation } from './shielded/private.test-setup.ts';

function setUp(operation: Operation | null) {
  const world = { operation, asked: [] as unknown[] };
  const cancel = createCancelOperation({
    networks: [polygon],
    operations: {
      find: async () =>
        world.operation && { operation: world.operation, heads: null, progress: null },
    },
    spends: {
      cancel: async (...asked) => {
        world.asked.push(asked);
        if (world.operation?.status !== 'created') return false;
        const type = 'failed' as const;
        world.operation = transition(world.operation, { type, reason: 'cancelled', at: START });
        return true;
      },
    },
    clock: { now: () => START },
  });
  const call = () => cancel(callOf<typeof contract>({ params: { id: 'one' }, query: undefined }));
  return { world, call };
}

it('takes a payment back, and answers the same when it is told again', async () => {
  const { world, call } = setUp(startOperation(buildSpend()));
  const first = await call();
  expect(contract.response.parse(first).data).toMatchObject({
    status: 'failed',
    isCancellable: false,
    isTakenBack: true,
  });
  expect(await call()).toEqual(first);
  expect(world.asked[0]).toEqual(['alice', 'one', START]);
});

it('refuses a payment that was signed', async () => {
  const { operation } = poolOperation('unshield');
  expect(await setUp(operation).call()).toMatchObject({ refused: 'cannot-cancel' });
});

it('refuses one that failed of itself', async () => {
  const failed = transition(startOperation(buildSpend()), {
    type: 'failed',
    reason: 'notes-spent',
    at: START,
  });
  expect(await setUp(failed).call()).toMatchObject({ refused: 'cannot-cancel' });
});

it('does not know what is somebody else’s', async () => {
  expect(await setUp(null).call()).toMatchObject({ refused: 'unknown-operation' });
});
