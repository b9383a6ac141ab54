import { expect, it } from 'vitest';
import { candlesOf } from './candles.ts';

it('draws one candle for each stretch with trades, newest first', () => {
  const points = [
    { at: 900, usd: 3 },
    { at: 1_000, usd: 5 },
    { at: 1_799, usd: 2 },
    { at: 3_600, usd: 4 },
  ];
  expect(candlesOf(points, 900, 96)).toEqual([
    [3_600, 4, 4, 4, 4, 0],
    [900, 3, 5, 2, 2, 0],
  ]);
  expect(candlesOf(points, 900, 1)).toEqual([[3_600, 4, 4, 4, 4, 0]]);
});
