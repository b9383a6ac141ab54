import { type AdvanceClaimsPorts, advanceClaims } from '../operations/advance-claims.ts';

const IDLE_MS = 500;
const AFTER_TROUBLE_MS = 2_000;
const LIMIT = 100;
/** Longer than a turn can take; a worker that dies leaves its operations to the others after this. */
const LEASE_MS = 60_000;

/** A job that runs until it is stopped. */
export interface Job {
  start(): void;
  /** Resolves when the turn under way is finished. */
  stop(): Promise<void>;
}

/**
 * Brings signed operations to their end, whatever became of the request that made them.
 * Several processes may run it: each operation is claimed by one of them at a time.
 * @returns the job, not started.
 */
export function createAdvanceOperations(ports: AdvanceClaimsPorts): Job {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  async function run(): Promise<void> {
    while (!isStopped) await ports.clock.sleep(await takeTurnSafely(ports));
  }
  return {
    start() {
      running = run();
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

async function takeTurnSafely(ports: AdvanceClaimsPorts): Promise<number> {
  try {
    await advanceDueOperations(ports);
    return IDLE_MS;
  } catch (cause) {
    ports.report({ message: 'The operations could not be read or stored.', cause });
    return AFTER_TROUBLE_MS;
  }
}

/** One turn: claims what is due, looks at the chains, stores what happened. */
export async function advanceDueOperations(ports: AdvanceClaimsPorts): Promise<void> {
  const now = ports.clock.now();
  const claims = await ports.operations.claimDue({ now, leaseMs: LEASE_MS, limit: LIMIT });
  if (claims.length > 0) await advanceClaims(ports, claims);
}
