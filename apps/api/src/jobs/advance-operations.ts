import { createJob, type Job } from '../application/job.ts';
import { type AdvanceClaimsPorts, advanceClaims } from '../operations/advance-claims.ts';
import type { Operations } from '../ports/operations.ts';

export interface AdvanceOperationsPorts extends AdvanceClaimsPorts {
  readonly operations: AdvanceClaimsPorts['operations'] & Pick<Operations, 'claimDue'>;
}

const IDLE_MS = 500;
const AFTER_ERROR_MS = 2_000;
const LIMIT = 100;
/** A run begins nothing in its second half; a worker that dies leaves its operations to the others after this. */
const LEASE_MS = 60_000;

/**
 * Advances signed operations to their end, whatever happened to the request that made them.
 * Several processes may run it: each operation is claimed by one of them at a time.
 * @returns the job, not started.
 */
export function createAdvanceOperations(ports: AdvanceOperationsPorts): Job {
  return createJob({
    ...ports,
    run: () => advanceDueOperations(ports),
    everyMs: IDLE_MS,
    afterErrorMs: AFTER_ERROR_MS,
    errorMessage: 'The operations could not be read or stored.',
  });
}

/** One run: claims what is due, looks at the chains, stores what happened. */
export async function advanceDueOperations(ports: AdvanceOperationsPorts): Promise<void> {
  const claimedAt = ports.clock.now();
  const claims = await ports.operations.claimDue({
    now: claimedAt,
    leaseMs: LEASE_MS,
    limit: LIMIT,
  });
  if (claims.length > 0) await advanceClaims(ports, { claims, claimedAt, leaseMs: LEASE_MS });
}
