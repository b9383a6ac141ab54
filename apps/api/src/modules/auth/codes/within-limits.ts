import { type Refusal, refuse } from '../../../application/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import { VaultBusy } from '../../../ports/key-vault.ts';
import { BUSY_RETRY_S } from '../login.ts';
import type { CodeLimits, Counter } from './code-limits.ts';

export interface WithinLimitsPorts {
  readonly codeLimits: CodeLimits;
  readonly clock: Pick<Clock, 'now'>;
}

/** What is counted, and the answer when there is no room: the seconds say how long to wait. */
export interface Limits {
  readonly counters: readonly Counter[];
  readonly tooMany: (seconds: number) => Refusal;
}

/**
 * Does `work` when these counters have room. What the server was too busy for counts nowhere.
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

/** Refuses somebody who asks for codes too soon. */
export function tooManySends(seconds: number): Refusal {
  const unit = seconds === 1 ? 'second' : 'seconds';
  const sentence = `Wait ${seconds} ${unit} before requesting new codes.`;
  return refuse('too-many-requests', { retryAfter: seconds, sentence });
}

/** Refuses somebody who submits codes too often. */
export function tooManyTries(seconds: number): Refusal {
  return refuse('too-many-requests', { retryAfter: seconds });
}
