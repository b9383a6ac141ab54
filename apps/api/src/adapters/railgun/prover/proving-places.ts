import type { ProofUrgency } from '../../../ports/shielded-pool.ts';

const URGENCIES: readonly ProofUrgency[] = ['interactive', 'precomputed', 'consolidation'];

/** Has those wait for whom there is no place. */
export interface ProvingPlaces {
  /** Waits for a place. Rejects with the signal's reason. */
  take(urgency: ProofUrgency, signal: AbortSignal | undefined): Promise<void>;
  /** Gives a place to whoever waits longest among the most urgent. */
  leave(): void;
}

interface Waiting {
  readonly urgency: ProofUrgency;
  start(): void;
}

/** @param places how many there are */
export function createPlaces(places: number): ProvingPlaces {
  const waiting: Waiting[] = [];
  let taken = 0;

  return {
    async take(urgency, signal) {
      signal?.throwIfAborted();
      if (taken < places) {
        taken += 1;
        return;
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const giveUp = () => {
        waiting.splice(waiting.indexOf(mine), 1);
        reject(signal?.reason);
      };
      const mine = {
        urgency,
        start: () => {
          signal?.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      waiting.push(mine);
      signal?.addEventListener('abort', giveUp, { once: true });
      await promise;
    },
    leave() {
      const next = URGENCIES.map((urgency) =>
        waiting.find((each) => each.urgency === urgency),
      ).find((found) => found !== undefined);
      if (next === undefined) {
        taken -= 1;
        return;
      }
      waiting.splice(waiting.indexOf(next), 1);
      next.start();
    },
  };
}
