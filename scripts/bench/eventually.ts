import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 25;
const WITHIN_MS = 400_000;

/** Looks again and again until there is something to see. Rejects when there was nothing for some minutes. */
export async function eventually<T>(look: () => Promise<T | null>): Promise<T> {
  const deadline = performance.now() + WITHIN_MS;
  for (;;) {
    const seen = await look();
    if (seen !== null) return seen;
    if (performance.now() > deadline) throw new Error('What was waited for did not come.');
    await sleep(LOOK_MS);
  }
}
