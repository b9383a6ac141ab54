import { VaultBusy } from '../../ports/key-vault.ts';

/** Runs at most so many pieces of work at once, in the order in which they came. */
export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * @param atOnce how many run together
 * @param mostWaiting how many may wait; one more rejects with `VaultBusy`
 */
export function createWorkQueue(atOnce: number, mostWaiting: number): WorkQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw new VaultBusy();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
