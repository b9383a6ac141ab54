/**
 * A worker that has recorded an operation looks at it again within this time; a claim of it lasts longer, and in its
 * last part, which is this long, the worker begins nothing more.
 */
export const LONGEST_WAIT_MS = 30_000;

/**
 * Whether a worker may be sending an operation.
 * @param dueAt of the operation, which is signed and did not end
 * @returns milliseconds until no worker begins anything with it; null when none has it.
 */
export function msUntilClaimEnds(dueAt: Date, now: Date): number | null {
  const ms = dueAt.getTime() - now.getTime() - LONGEST_WAIT_MS;
  return ms > 0 ? ms : null;
}
