import type { WorkPuzzle } from '#wire/error-shell';

/** How long one run computes before it lets others in, milliseconds. */
const RUN_MS = 12;
/** Looking at the clock takes longer than one squaring. */
const AT_ONCE = 500;

/** Squares for a moment each time it is called. */
export interface Squaring {
  /** @returns the share that is done, 0 to 1 */
  run(): number;
  /** Hex digits; the result once `run` returned 1. */
  result(): string;
}

/** @returns the work of a puzzle: its base, squared modulo its modulus as often as it says */
export function createSquaring(puzzle: Omit<WorkPuzzle, 'token'>): Squaring {
  const { squarings } = puzzle;
  const modulus = BigInt(`0x${puzzle.modulus}`);
  let value = BigInt(`0x${puzzle.base}`);
  let done = 0;
  return {
    run() {
      const endsAt = performance.now() + RUN_MS;
      while (done < squarings && performance.now() < endsAt) {
        const most = Math.min(squarings, done + AT_ONCE);
        for (; done < most; done += 1) value = (value * value) % modulus;
      }
      return done / squarings;
    },
    result: () => value.toString(16),
  };
}
