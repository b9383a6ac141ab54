import type { ShieldingPorts } from './shielding-ports.ts';

/** After the start, when the other processes have what they need of the machine. */
const AFTER_MS = 5_000;

/**
 * Makes the first proofs as quick as later ones, a step at a time, for whoever has nothing else to do.
 * @returns what does the next step, and says whether there may be another one at once
 */
export function createGettingReady({
  pool,
  report,
}: Pick<ShieldingPorts, 'report'> & {
  readonly pool: Pick<ShieldingPorts['pool'], 'getReadyToProve'>;
}): (nowMs: number) => Promise<boolean> {
  let idleSinceMs: number | null = null;
  let isReady = false;
  return async (nowMs) => {
    idleSinceMs ??= nowMs;
    if (isReady || nowMs - idleSinceMs < AFTER_MS) return false;
    try {
      isReady = !(await pool.getReadyToProve());
    } catch (cause) {
      isReady = true;
      report({ message: 'The first proofs will take longer than later ones.', cause });
    }
    return !isReady;
  };
}
