import { describe, expect, it, vi } from 'vitest';
import { createJob } from './job.ts';

const LONG_MS = 60_000;

function setUp(run: () => Promise<unknown>) {
  const errors: unknown[] = [];
  const { clock, sleeps, pass } = createHeldClock();
  const job = createJob({
    clock,
    run,
    everyMs: LONG_MS,
    afterErrorMs: 3_500,
    errorMessage: 'It failed.',
    report: (error) => void errors.push(error),
  });
  return { job, errors, sleeps, pass };
}

/** A clock on which time passes only when a test says so. */
function createHeldClock() {
  const sleeps: number[] = [];
  let wake = () => {};
  return {
    sleeps,
    clock: {
      sleep: (ms: number) => {
        sleeps.push(ms);
        return new Promise<void>((resolve) => {
          wake = resolve;
        });
      },
    },
    /** Ends the current sleep. */
    async pass() {
      wake();
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('runs immediately when it is woken', async () => {
  let done = 0;
  const { job } = setUp(async () => {
    done += 1;
  });
  job.start();
  await expect.poll(() => done).toBe(1);
  job.wake();
  await expect.poll(() => done).toBe(2);
  await job.stop();
  expect(done).toBe(2);
});

it('runs once more when it is woken during a run', async () => {
  let done = 0;
  let finish = () => {};
  const { job } = setUp(async () => {
    done += 1;
    if (done === 1) await new Promise<void>((end) => (finish = end));
  });
  job.start();
  await expect.poll(() => done).toBe(1);
  job.wake();
  job.wake();
  finish();
  await expect.poll(() => done).toBe(2);
  await job.stop();
  expect(done).toBe(2);
});

it('reports a run that failed and continues', async () => {
  let done = 0;
  const { job, errors } = setUp(async () => {
    done += 1;
    if (done === 1) throw new Error('not now');
  });
  job.start();
  await vi.waitFor(() =>
    expect(errors).toEqual([{ message: 'It failed.', cause: new Error('not now') }]),
  );
  job.wake();
  await expect.poll(() => done).toBe(2);
  await job.stop();
});

it('ends when the current run is finished', async () => {
  let finish = () => {};
  const { job } = setUp(() => new Promise<void>((end) => (finish = end)));
  job.start();
  let isEnded = false;
  const ending = job.stop().then(() => {
    isEnded = true;
  });
  await new Promise((soon) => setTimeout(soon, 10));
  expect(isEnded).toBe(false);
  finish();
  await ending;
  expect(job.isStopped()).toBe(true);
});

describe('between two runs', () => {
  it('it waits for the whole pause, a second at a time', async () => {
    let done = 0;
    const { job, sleeps, pass } = setUp(async () => {
      done += 1;
    });
    job.start();
    await settled();
    for (let second = 1; second < 60; second += 1) await pass();
    expect(done).toBe(1);
    await pass();
    expect(done).toBe(2);
    expect(sleeps.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 1_000));
    await job.stop();
  });

  it('it waits for the other pause after an error, though it was woken during the run', async () => {
    let done = 0;
    const { job, sleeps, pass } = setUp(async () => {
      done += 1;
      job.wake();
      throw new Error('not now');
    });
    job.start();
    await settled();
    for (let slept = 1; slept < 4; slept += 1) await pass();
    expect(done).toBe(1);
    await pass();
    expect(done).toBe(2);
    expect(sleeps.slice(0, 4)).toEqual([1_000, 1_000, 1_000, 500]);
    await job.stop();
  });

  it('it stops immediately', async () => {
    const { job, sleeps } = setUp(async () => undefined);
    job.start();
    await settled();
    await job.stop();
    expect(sleeps).toEqual([1_000]);
  });
});
