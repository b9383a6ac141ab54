import { isSent } from '#domain/operation/operation';
import { FAULTY_MS } from './adversity.ts';
import type { PrivateEnvironment } from './private-environment.ts';

/** Added to the base fee, step by step: above every rung that was signed before, and below what the limit allows. */
const CLIMBS = [[400n], [400n, 3_000n], [400n, 3_000n, 20_000n], [20_000n]] as const;

/** More than the limit allows for a payment, and less than it allows for its cancellation. */
const ABOVE_LIMIT = 36_000n;

const ABOVE_LIMIT_MS = 4 * 60_000;
const LOOK_EVERY_MS = 200;
const MOST_LOOKS = 600;

const SLOWDOWN = 300;

/** For how long fees stay above the limit at most: longer than a payment waits for a block. */
export const LONGEST_SURGE_MS = 30 * 60 * 60_000;

/** How fees rise in a run, and whether they fall again. */
export type PrivateSurge = 'none' | 'within-limit' | 'above-limit' | 'for-a-day';

/**
 * Fees rise far above every rung that was signed, in steps, each as soon as a payment waits for a block. Within the
 * limit they stay there to the end of the run; from above it they fall after some minutes, or after more than a day.
 */
export async function surgePrivately(
  environment: PrivateEnvironment,
  kind: Exclude<PrivateSurge, 'none'>,
): Promise<void> {
  const { simulation, chain, repository, tempo } = environment;
  const { random } = simulation;
  const isOneWaiting = () =>
    [...repository.entries.values()].some((each) => isSent(each.operation));
  async function riseTo(surge: bigint): Promise<void> {
    for (let looks = 0; looks < MOST_LOOKS && !isOneWaiting(); looks += 1) {
      await simulation.wait(LOOK_EVERY_MS);
    }
    chain.surge = surge;
    await simulation.wait(random.integer(10_000, 60_000));
  }
  await simulation.wait(random.integer(0, FAULTY_MS));
  for (const surge of random.pick(CLIMBS)) await riseTo(surge);
  if (kind === 'within-limit') return;
  await riseTo(ABOVE_LIMIT);
  tempo.slowdown = kind === 'for-a-day' ? SLOWDOWN : 1;
  await simulation.wait(kind === 'for-a-day' ? LONGEST_SURGE_MS : ABOVE_LIMIT_MS);
  tempo.slowdown = 1;
  chain.surge = random.pick([0n, 20_000n]);
}
