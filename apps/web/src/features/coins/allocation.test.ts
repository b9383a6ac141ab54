import { expect, test } from 'vitest';
import { buildCoin, buildPrice } from '#testing/coin';
import { allocation } from './allocation.ts';

const held = (symbol: string, dollars: number) =>
  buildCoin({ symbol, balanceBaseUnits: `${dollars}000000`, price: buildPrice({ price: 1 }) });

test('the largest part is first, and the same symbol on two chains is one part', () => {
  const parts = allocation([held('POL', 10), held('USDC', 60), held('USDC', 30)]);
  expect(parts).toEqual([
    { name: 'USDC', percent: 90 },
    { name: 'POL', percent: 10 },
  ]);
});

test('whole percentages add up to 100', () => {
  const parts = allocation([held('A', 1), held('B', 1), held('C', 1)]);
  expect(parts.map((part) => part.percent).toSorted()).toEqual([33, 33, 34]);
});

test('everything below the four largest is Other', () => {
  const parts = allocation(['A', 'B', 'C', 'D', 'E', 'F'].map((name, at) => held(name, 60 - at)));
  expect(parts.map((part) => part.name)).toEqual(['A', 'B', 'C', 'D', 'Other']);
});

test('a total of 0 has no parts', () => {
  expect(allocation([buildCoin({ price: buildPrice() })])).toEqual([]);
});
