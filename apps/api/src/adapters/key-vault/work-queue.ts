import { PASSWORD_LANES, type PasswordLane, VaultBusy } from '../../ports/key-vault.ts';

/**
 * Runs a limited number of pieces of work at the same time: first what is in the first lane, and within a lane in order
 * of arrival. Each lane has room of its own, so no one can fill another’s.
 */
export type WorkQueue = <T>(work: () => Promise<T>, lane?: PasswordLane) => Promise<T>;

/** No one looks at a page for longer without a response, and every client would have given up by then. */
const LONGEST_WAIT_MS = 5_000;

/**
 * @param atOnce how many run at the same time
 * @param mostWaiting how many may wait in each lane; one more rejects with `VaultBusy`
 * @param longestWaitMs work that waits longer rejects with `VaultBusy`, however slow the machine is today; of each lane,
 *   or of all
 */
export function createWorkQueue(
  atOnce: number,
  mostWaiting: number,
  longestWaitMs: number | Readonly<Record<PasswordLane, number>> = LONGEST_WAIT_MS,
): WorkQueue {
  // A set keeps the order of arrival.
  const lanes: Readonly<Record<PasswordLane, Set<() => void>>> = {
    known: new Set(),
    worked: new Set(),
    stranger: new Set(),
  };
  let running = 0;

  function waitForSlot(lane: PasswordLane): Promise<void> {
    const waiting = lanes[lane];
    const waitMs = typeof longestWaitMs === 'number' ? longestWaitMs : longestWaitMs[lane];
    return new Promise((resolve, reject) => {
      const begin = () => {
        waiting.delete(begin);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(new VaultBusy());
      }, waitMs);
      waiting.add(begin);
    });
  }

  function beginNext(): void {
    const [next] = PASSWORD_LANES.flatMap((lane) => lanes[lane].values().next().value ?? []);
    if (next === undefined) running -= 1;
    else next();
  }

  return async (work, lane = 'known') => {
    if (running >= atOnce) {
      if (lanes[lane].size >= mostWaiting) throw new VaultBusy();
      await waitForSlot(lane);
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      beginNext();
    }
  };
}
