import { expect, it } from 'vitest';
import { sealEarlierRows } from './seal-earlier-rows.ts';

function setUp(work: () => number) {
  let isSet = false;
  const mark = {
    isSet: async () => isSet,
    set: async () => {
      isSet = true;
    },
  };
  return { rows: { sealAll: async () => work() }, mark };
}

it('seals the rows of before once: later ones without a seal stay without', async () => {
  let runs = 0;
  const ports = setUp(() => {
    runs += 1;
    return 3;
  });
  expect(await sealEarlierRows(ports)).toBe(3);
  expect(await sealEarlierRows(ports)).toBe(0);
  expect(runs).toBe(1);
});

it('tries again after it failed', async () => {
  let fails = true;
  const ports = setUp(() => {
    if (fails) throw new Error('away');
    return 1;
  });
  await expect(sealEarlierRows(ports)).rejects.toThrow('away');
  fails = false;
  expect(await sealEarlierRows(ports)).toBe(1);
});
