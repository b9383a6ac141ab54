import { expect, it } from 'vitest';
import { createLoop } from './loop.ts';

const LONG_MS = 60_000;

function setUp(work: () => Promise<unknown>) {
  const troubles: unknown[] = [];
  const report = ({ cause }: { cause: unknown }) => void troubles.push(cause);
  const loop = createLoop({ report }, { work, everyMs: LONG_MS, trouble: 'It failed.' });
  return { loop, troubles };
}

it('works at once when it is called', async () => {
  let done = 0;
  const { loop } = setUp(async () => {
    done += 1;
  });
  loop.start();
  await expect.poll(() => done).toBe(1);
  loop.wake();
  await expect.poll(() => done).toBe(2);
  await loop.stop();
  expect(done).toBe(2);
});

it('works once more when it is called while it works', async () => {
  let done = 0;
  let finish = () => {};
  const { loop } = setUp(async () => {
    done += 1;
    if (done === 1) await new Promise<void>((end) => (finish = end));
  });
  loop.start();
  await expect.poll(() => done).toBe(1);
  loop.wake();
  loop.wake();
  finish();
  await expect.poll(() => done).toBe(2);
  await loop.stop();
  expect(done).toBe(2);
});

it('tells of work that failed and goes on', async () => {
  let done = 0;
  const { loop, troubles } = setUp(async () => {
    done += 1;
    if (done === 1) throw new Error('not now');
  });
  loop.start();
  await expect.poll(() => troubles).toEqual([new Error('not now')]);
  loop.wake();
  await expect.poll(() => done).toBe(2);
  await loop.stop();
});

it('ends when what is under way is finished', async () => {
  let finish = () => {};
  const { loop } = setUp(() => new Promise<void>((end) => (finish = end)));
  loop.start();
  let isEnded = false;
  const ending = loop.stop().then(() => {
    isEnded = true;
  });
  await new Promise((soon) => setTimeout(soon, 10));
  expect(isEnded).toBe(false);
  finish();
  await ending;
  expect(loop.isStopped()).toBe(true);
});
