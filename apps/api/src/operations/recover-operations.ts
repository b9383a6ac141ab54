import type { Operations } from '../ports/operations.ts';
import { type AdvanceClaimsPorts, advanceClaims } from './advance-claims.ts';

export interface RecoverOperationsPorts extends AdvanceClaimsPorts {
  readonly operations: AdvanceClaimsPorts['operations'] & Pick<Operations, 'claimOpen'>;
}

const PAGE = 200;
const LEASE_MS = 30_000;

/**
 * Advances once every operation that an earlier process left open, before the server accepts requests.
 * Operations whose chain does not respond, or not in time, are left to the worker: they are stored whole, so nothing is
 * lost by starting without them.
 * @returns how many were brought up to date, and how many were left.
 */
export async function recoverOperations(
  ports: RecoverOperationsPorts,
): Promise<{ readonly advanced: number; readonly left: number }> {
  const total = { advanced: 0, left: 0 };
  let afterId: string | null = null;
  for (;;) {
    const claimedAt = ports.clock.now();
    const claims = await ports.operations.claimOpen({
      now: claimedAt,
      leaseMs: LEASE_MS,
      limit: PAGE,
      afterId,
    });
    const last = claims.at(-1);
    if (last === undefined) return total;
    const { advanced, left } = await advanceClaims(ports, { claims, claimedAt, leaseMs: LEASE_MS });
    total.advanced += advanced;
    total.left += left;
    afterId = last.operation.id;
  }
}
