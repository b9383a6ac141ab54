import { type Refusal, refuse } from '../../../application/call.ts';
import type { Counter } from '../../../application/take-quotas.ts';
import { durationText, tooMany } from '../../../application/too-many-requests.ts';
import type { Clock } from '../../../ports/clock.ts';
import { VaultBusy } from '../../../ports/key-vault.ts';
import { BUSY_RETRY_S } from '../login.ts';
import type { CodeLimits } from './code-limits.ts';

export interface WithinLimitsPorts {
  readonly codeLimits: CodeLimits;
  readonly clock: Pick<Clock, 'now'>;
}

/** The counters, and the refusal when one is used up; the seconds say how long to wait. */
export interface Limits {
  readonly counters: readonly Counter[];
  readonly tooMany: (seconds: number) => Refusal;
}

/**
 * Runs `work` unless one of these counters is used up. Work that the server was too busy for is not counted.
 * @param tooMany refuses with the seconds to wait
 */
export async function withinLimits<T>(
  { codeLimits, clock }: WithinLimitsPorts,
  { counters, tooMany }: Limits,
  work: () => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const wait = await codeLimits.take(counters, clock.now());
  if (wait > 0) return tooMany(wait);
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof VaultBusy)) throw cause;
    await codeLimits.giveBack(counters);
    return refuse('busy', { retryAfter: BUSY_RETRY_S });
  }
}

/** Refuses a request for codes that comes too soon. */
export function tooManySends(seconds: number): Refusal {
  const sentence = `Wait ${durationText(seconds)} before requesting new codes.`;
  return refuse('too-many-requests', { retryAfter: seconds, sentence });
}

/** Refuses codes that are submitted too often. */
export function tooManyTries(seconds: number): Refusal {
  return tooMany(seconds);
}
