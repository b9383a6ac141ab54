import { createMemoryQuotas } from '../../../application/memory-quotas.ts';
import { squaringsAt } from '../../../application/work-demand.ts';
import type { QuotaRule } from '../../../ports/attempt-limits.ts';

/**
 * How much work strangers have to do before codes are sent: none at rest, and more with each request for the same name,
 * and with all requests together. Counted in the memory of the process, where no one can set it back.
 */
export interface SendPressure {
  /** @returns squarings; 0 while there are few requests */
  squaringsFor(name: string, now: Date): number;
  /** Counts codes that were sent. */
  count(name: string, now: Date): void;
  /** Right codes were entered: one of the name's requests was no flood, if it made any. */
  giveBack(name: string, now: Date): void;
}

const HOUR_MS = 60 * 60_000;
const ALL = 'all';
/** What one user may request in an hour costs nothing. */
const OF_NAME: QuotaRule = { most: 5, windowMs: HOUR_MS };
const ALL_PER_STEP = 20;

/**
 * @param freePerHour requests by strangers, for all names together, that need no work
 * @param mostSquarings that are ever asked for
 */
export function createSendPressure(freePerHour: number, mostSquarings: number): SendPressure {
  const ofAllNames: QuotaRule = { most: freePerHour, windowMs: HOUR_MS };
  const sends = createMemoryQuotas();
  const total = createMemoryQuotas();
  return {
    squaringsFor(name, now) {
      const ofName = sends.used(name, now) - OF_NAME.most + 1;
      const ofAll = (total.used(ALL, now) - freePerHour) / ALL_PER_STEP + 1;
      return squaringsAt(Math.max(ofName, ofAll), mostSquarings);
    },
    count(name, now) {
      sends.count(name, OF_NAME, now);
      total.count(ALL, ofAllNames, now);
    },
    giveBack(name, now) {
      if (sends.used(name, now) === 0) return;
      sends.clear(name);
      total.giveBack(ALL);
    },
  };
}
