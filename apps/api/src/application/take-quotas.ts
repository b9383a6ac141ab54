import type { AttemptLimits, QuotaRule } from '../ports/attempt-limits.ts';

/** The key of a counter, and its limit. */
export type Counter = readonly [key: string, rule: QuotaRule];

/**
 * Counts one use under all of these or, when one of them is used up, under none.
 * @returns 0, or the seconds to wait for the first that is used up
 */
export async function takeQuotas(
  limits: Pick<AttemptLimits, 'takeQuota' | 'giveBack'>,
  counters: readonly Counter[],
  now: Date,
): Promise<number> {
  for (const [index, [key, rule]] of counters.entries()) {
    const wait = await limits.takeQuota(key, rule, now);
    if (wait === 0) continue;
    await giveBackQuotas(limits, counters.slice(0, index));
    return wait;
  }
  return 0;
}

/** Undoes the count of a use that had no effect. */
export async function giveBackQuotas(
  limits: Pick<AttemptLimits, 'giveBack'>,
  counters: readonly Counter[],
): Promise<void> {
  for (const [key] of counters) await limits.giveBack(key);
}
