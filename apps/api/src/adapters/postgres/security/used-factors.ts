import { rememberIn } from '../bounded-memory.ts';

/**
 * What this process saw removed or used. A row can be put back with its right seal; what was seen here holds
 * nevertheless, for as long as the process runs.
 */
export interface UsedFactors {
  /** @param proof the seal or keyed hash of a row, which no later row has again */
  remove(proof: Uint8Array): void;
  isRemoved(proof: Uint8Array): boolean;
  /** @returns false when a code of this step, or of a later one, was used before; else remembers this one */
  takeStep(userId: string, step: number): boolean;
}

const MOST_REMEMBERED = 100_000;

/** Above a number of rows, those are forgotten that were not seen for longest. */
export function createUsedFactors(): UsedFactors {
  const removed = new Map<string, true>();
  const stepByUser = new Map<string, number>();
  return {
    remove: (proof) => rememberIn(removed, MOST_REMEMBERED, [keyOf(proof), true]),
    isRemoved: (proof) => removed.has(keyOf(proof)),
    takeStep(userId, step) {
      if (step <= (stepByUser.get(userId) ?? -1)) return false;
      rememberIn(stepByUser, MOST_REMEMBERED, [userId, step]);
      return true;
    },
  };
}

function keyOf(proof: Uint8Array): string {
  return Buffer.from(proof).toString('base64');
}
