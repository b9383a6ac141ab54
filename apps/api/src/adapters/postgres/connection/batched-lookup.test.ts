import { expect, it } from 'vitest';
import { createBatchedLookup } from './batched-lookup.ts';

const lengthByKey = (keys: readonly string[]) => new Map(keys.map((key) => [key, key.length]));

it('answers those who wait for one statement with the next, each key once', async () => {
  const requested: (readonly string[])[] = [];
  const lookUp = createBatchedLookup(async (keys) => {
    requested.push(keys);
    await Promise.resolve();
    return lengthByKey(keys);
  });
  const responses = await Promise.all(['a', 'bb', 'bb', 'ccc'].map(lookUp));
  expect(responses).toEqual([1, 2, 2, 3]);
  expect(requested).toEqual([['a'], ['bb', 'ccc']]);
});

it('answers null for what is not there', async () => {
  const lookUp = createBatchedLookup(async () => new Map<string, number>());
  expect(await lookUp('a')).toBeNull();
});

it('tells only those of the batch that failed, and goes on', async () => {
  let turn = 0;
  const lookUp = createBatchedLookup(async (keys) => {
    turn += 1;
    if (turn === 1) throw new Error('The connection was lost.');
    return lengthByKey(keys);
  });
  const responses = await Promise.allSettled([lookUp('a'), lookUp('bb')]);
  expect(responses.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(await lookUp('ccc')).toBe(3);
});
