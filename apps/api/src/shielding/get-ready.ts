import type { ShieldingPorts } from './shielding-ports.ts';

/** How long after the start, so that the other processes get the CPU they need first. */
const AFTER_MS = 5_000;

/**
 * Makes the first proofs as fast as later ones, one step at a time, for a caller with nothing else to do.
 * @returns a function that does the next step and says whether another one may follow immediately
 */
export function createGettingReady({
  pool,
  report,
}: Pick<ShieldingPorts, 'report'> & {
  readonly pool: Pick<ShieldingPorts['pool'], 'getReadyToProve'>;
}): (nowMs: number) => Promise<boolean> {
  let idleSinceMs: number | null = null;
  let isReady = false;
  let isStepping = false;
  return async (nowMs) => {
    idleSinceMs ??= nowMs;
    if (isReady || isStepping || nowMs - idleSinceMs < AFTER_MS) return false;
    isStepping = true;
    try {
      isReady = !(await pool.getReadyToProve());
    } catch (cause) {
      isReady = true;
      report({ message: 'The first proofs will take longer than later ones.', cause });
    } finally {
      isStepping = false;
    }
    return !isReady;
  };
}
