import { createJob, type Job, type JobError } from '../application/job.ts';
import type { Clock } from '../ports/clock.ts';
import type { OneTimeCodes } from '../ports/one-time-codes.ts';

const EVERY_MS = 60_000;

/** Deletes codes that have expired, once a minute. */
export function createSweepCodes(ports: {
  readonly codes: Pick<OneTimeCodes, 'sweep'>;
  readonly clock: Clock;
  readonly report: (error: JobError) => void;
}): Job {
  return createJob({
    ...ports,
    run: () => ports.codes.sweep(ports.clock.now()),
    everyMs: EVERY_MS,
    afterErrorMs: EVERY_MS,
    errorMessage: 'Expired codes could not be deleted.',
  });
}
