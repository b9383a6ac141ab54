import { expect, test } from 'vitest';
import type { health } from '#wire/health';
import type { Call } from './call.ts';
import { inSameTime } from './same-time.ts';

const call = {} as Call<typeof health>;
let slept: number[] = [];
let now = 0;
const clock = {
  now: () => new Date(now),
  sleep: async (ms: number) => {
    slept.push(ms);
  },
};

test.each([
  [0, [250]],
  [40, [210]],
  [250, []],
  [900, []],
])('work of %i ms waits %j more', async (ms, waits) => {
  slept = [];
  const handler = inSameTime<typeof health>(clock, async () => {
    now += ms;
    return { status: 'alive' };
  });
  expect(await handler(call)).toEqual({ status: 'alive' });
  expect(slept).toEqual(waits);
});

test('work that fails takes as long', async () => {
  slept = [];
  const handler = inSameTime<typeof health>(clock, async () => {
    throw new Error('broken');
  });
  await expect(handler(call)).rejects.toThrow('broken');
  expect(slept).toEqual([250]);
});
