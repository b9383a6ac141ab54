import { expect, it } from 'vitest';
import { createGettingReady } from './get-ready.ts';

const STARTED_MS = 1_000_000;
const SOON_MS = STARTED_MS + 4_999;
const LATER_MS = STARTED_MS + 5_000;

function setUp(steps: number) {
  const harness = { left: steps, broken: null as Error | null, reported: [] as unknown[] };
  const getReady = createGettingReady({
    pool: {
      getReadyToProve: async () => {
        if (harness.broken !== null) throw harness.broken;
        harness.left -= 1;
        return harness.left > 0;
      },
    },
    report: (error) => harness.reported.push(error),
  });
  return { harness, getReady };
}

it('leaves the first seconds after a start to other processes', async () => {
  const { harness, getReady } = setUp(2);
  expect([await getReady(STARTED_MS), await getReady(SOON_MS)]).toEqual([false, false]);
  expect(harness.left).toBe(2);
  await getReady(LATER_MS);
  expect(harness.left).toBe(1);
});

it('does one step at a time, and none when all are done', async () => {
  const { harness, getReady } = setUp(3);
  await getReady(STARTED_MS);
  const hasMore: boolean[] = [];
  for (let step = 0; step < 5; step += 1) hasMore.push(await getReady(LATER_MS));
  expect(hasMore).toEqual([true, true, false, false, false]);
  expect([harness.left, harness.reported]).toEqual([0, []]);
});

it('reports a failure once, and does not try again', async () => {
  const { harness, getReady } = setUp(3);
  harness.broken = new Error('The threads are gone.');
  await getReady(STARTED_MS);
  expect([await getReady(LATER_MS), await getReady(LATER_MS)]).toEqual([false, false]);
  expect(harness.reported).toEqual([
    { message: 'The first proofs will take longer than later ones.', cause: harness.broken },
  ]);
});
