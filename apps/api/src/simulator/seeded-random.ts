/** Random choices that a seed repeats exactly. */
export interface SeededRandom {
  /** A fraction from 0 up to, not including, 1. */
  fraction(): number;
  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** One of the items. */
  pick<T>(items: readonly T[]): T;
}

/** @returns a generator of 32-bit state (mulberry32); equal seeds give equal choices. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }
  function integer(low: number, high: number): number {
    return low + Math.floor(fraction() * (high - low + 1));
  }
  return {
    fraction,
    integer,
    chance: (probability) => fraction() < probability,
    pick(items) {
      const item = items[integer(0, items.length - 1)];
      if (item === undefined) throw new RangeError('There is nothing to pick from.');
      return item;
    },
  };
}
