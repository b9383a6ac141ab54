import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../ports/clock.ts';
import type { Randomness } from '../../ports/randomness.ts';

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (ms) => setTimeout(ms),
};

/** The operating system's random bytes. */
export const systemRandomness: Randomness = {
  bytes: (count) => randomBytes(count),
  uuid: () => randomUUID(),
};
