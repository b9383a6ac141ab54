import { expect, it } from 'vitest';
import { createBatchedLookup } from './batched-lookup.ts';

const lengthByKey = (keys: readonly string[]) => new Map(keys.map((key) => [key, key.length]));

it('serves lookups that wait for one statement with the next, each key once', async () => {
  const requests: (readonly string[])[] = [];
  const lookUp = createBatchedLookup(async (keys) => {
    requests.push(keys);
    await Promise.resolve();
    return lengthByKey(keys);
  });
  const responses = await Promise.all(['a', 'bb', 'bb', 'ccc'].map(lookUp));
  expect(responses).toEqual([1, 2, 2, 3]);
  expect(requests).toEqual([['a'], ['bb', 'ccc']]);
});

it('returns null for a missing key', async () => {
  const lookUp = createBatchedLookup(async () => new Map<string, number>());
  expect(await lookUp('a')).toBeNull();
});

it('fails only the lookups of the failed batch, and continues', async () => {
  let runs = 0;
  const lookUp = createBatchedLookup(async (keys) => {
    runs += 1;
    if (runs === 1) throw new Error('The connection was lost.');
    return lengthByKey(keys);
  });
  const responses = await Promise.allSettled([lookUp('a'), lookUp('bb')]);
  expect(responses.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(await lookUp('ccc')).toBe(3);
});
