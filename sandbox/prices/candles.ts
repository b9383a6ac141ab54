import type { Sample } from './market-prices.ts';

/** Seconds at which it opens, open, high, low, close, and a volume, which is not recorded here. */
export type Candle = readonly [
  at: number,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
];

/**
 * Draws the candles of prices that are given oldest first.
 * @returns one candle for each `seconds` in which there was a price, newest first, at most `limit`.
 */
export function candlesOf(points: readonly Sample[], seconds: number, limit: number): Candle[] {
  const closesByStart = new Map<number, number[]>();
  for (const { at, usd } of points) {
    const start = Math.floor(at / seconds) * seconds;
    closesByStart.set(start, [...(closesByStart.get(start) ?? []), usd]);
  }
  const candles = [...closesByStart].map(([start, closes]): Candle => {
    const open = closes[0] ?? 0;
    return [start, open, Math.max(...closes), Math.min(...closes), closes.at(-1) ?? open, 0];
  });
  return candles.reverse().slice(0, limit);
}
