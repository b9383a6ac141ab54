import { VaultBusy } from '../../ports/key-vault.ts';

/** Runs a limited number of pieces of work at the same time, in order of arrival. */
export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>;

/** No one looks at a page for longer without a response, and every client would have given up by then. */
const LONGEST_WAIT_MS = 5_000;

/**
 * @param atOnce how many run at the same time
 * @param mostWaiting how many may wait; one more rejects with `VaultBusy`
 * @param longestWaitMs work that waits longer rejects with `VaultBusy`, however slow the machine is today
 */
export function createWorkQueue(
  atOnce: number,
  mostWaiting: number,
  longestWaitMs: number = LONGEST_WAIT_MS,
): WorkQueue {
  const waiting = new Set<() => void>();
  let running = 0;

  function waitForSlot(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        waiting.delete(begin);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(new VaultBusy());
      }, longestWaitMs);
      waiting.add(begin);
    });
  }

  return async (work) => {
    if (running >= atOnce) {
      if (waiting.size >= mostWaiting) throw new VaultBusy();
      await waitForSlot();
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // A set keeps the order of arrival.
      const next = waiting.values().next();
      if (next.done) running -= 1;
      else next.value();
    }
  };
}
