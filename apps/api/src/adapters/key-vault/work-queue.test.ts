import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { VaultBusy } from '../../ports/key-vault.ts';
import { createWorkQueue } from './work-queue.ts';

it('runs a limited number at the same time, the others in order of arrival', async () => {
  const inOrder = createWorkQueue(2, 8);
  const order: number[] = [];
  let running = 0;
  let most = 0;
  await Promise.all(
    [1, 2, 3, 4, 5].map((number) =>
      inOrder(async () => {
        running += 1;
        most = Math.max(most, running);
        order.push(number);
        await setImmediate();
        running -= 1;
      }),
    ),
  );
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});

it('rejects new work when enough is waiting', async () => {
  const inOrder = createWorkQueue(1, 8);
  const accepted = Array.from({ length: 9 }, () => inOrder(() => setImmediate('done')));
  await expect(inOrder(async () => 'never')).rejects.toBeInstanceOf(VaultBusy);
  expect(await Promise.all(accepted)).toEqual(Array(9).fill('done'));
});

it('rejects work that waited too long, and continues with the rest', async () => {
  const inOrder = createWorkQueue(1, 8, 20);
  const { promise, resolve: finish } = Promise.withResolvers<string>();
  const slow = inOrder(() => promise);
  const impatient = inOrder(async () => 'never');
  await expect(impatient).rejects.toBeInstanceOf(VaultBusy);
  const late = inOrder(async () => 'late');
  await expect(late).rejects.toBeInstanceOf(VaultBusy);
  finish('slow');
  expect(await slow).toBe('slow');
  expect(await inOrder(async () => 'next')).toBe('next');
});

it('continues after work that failed', async () => {
  const inOrder = createWorkQueue(1, 8);
  const failing = inOrder(async () => {
    throw new Error('It went wrong.');
  });
  const next = inOrder(async () => 'next');
  await expect(failing).rejects.toThrow('It went wrong.');
  expect(await next).toBe('next');
});

it('takes who is known first, then who did work, then everyone else', async () => {
  const inOrder = createWorkQueue(1, 8);
  const order: string[] = [];
  const arrivals = ['stranger', 'stranger', 'worked', 'stranger', 'known', 'worked'] as const;
  await Promise.all(
    arrivals.map((lane) =>
      inOrder(async () => {
        order.push(lane);
        await setImmediate();
      }, lane),
    ),
  );
  expect(order).toEqual(['stranger', 'known', 'worked', 'worked', 'stranger', 'stranger']);
});

it('lets no stranger fill the room of others, nor start before one who waits', async () => {
  const inOrder = createWorkQueue(2, 4);
  const started: string[] = [];
  const run = (lane: 'known' | 'worked' | 'stranger', ms = 1) =>
    inOrder(async () => {
      started.push(lane);
      await sleep(ms);
    }, lane);
  const strangers = Array.from({ length: 90 }, () => run('stranger', 20));
  const outcomes = Promise.allSettled(strangers);
  const known = Array.from({ length: 4 }, () => run('known'));
  const worked = Array.from({ length: 4 }, () => run('worked'));
  await Promise.all([...known, ...worked]);
  expect(started.slice(0, 10)).toEqual([
    ...['stranger', 'stranger'],
    ...Array(4).fill('known'),
    ...Array(4).fill('worked'),
  ]);
  const refused = (await outcomes).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(90 - 2 - 4);
});

it('waits longer for those who are known than for strangers', async () => {
  const inOrder = createWorkQueue(1, 8, { known: 5_000, worked: 5_000, stranger: 10 });
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  const slow = inOrder(() => promise);
  const known = inOrder(async () => 'known', 'known');
  await expect(inOrder(async () => 'never', 'stranger')).rejects.toBeInstanceOf(VaultBusy);
  finish();
  await slow;
  expect(await known).toBe('known');
});
