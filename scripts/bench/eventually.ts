import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 25;
const WITHIN_MS = 400_000;

/** Polls until there is a result. Rejects when there is none for several minutes. */
export async function eventually<T>(look: () => Promise<T | null>): Promise<T> {
  const deadline = performance.now() + WITHIN_MS;
  for (;;) {
    const seen = await look();
    if (seen !== null) return seen;
    if (performance.now() > deadline) throw new Error('The expected result did not arrive.');
    await sleep(LOOK_MS);
  }
}
