import { createJob, type Job, type JobError } from '../application/job.ts';
import type { Clock } from '../ports/clock.ts';
import type { OneTimeCodes } from '../ports/one-time-codes.ts';
import type { CodeOutbox } from '../ports/outbox.ts';

const EVERY_MS = 60_000;

/** Deletes codes that have expired, also those that are still to be sent, once a minute. */
export function createSweepCodes(ports: {
  readonly codes: Pick<OneTimeCodes, 'sweep'>;
  readonly outbox: Pick<CodeOutbox, 'forgetSecrets'>;
  readonly clock: Clock;
  readonly report: (error: JobError) => void;
}): Job {
  return createJob({
    ...ports,
    run: async () => {
      await ports.codes.sweep(ports.clock.now());
      await ports.outbox.forgetSecrets(ports.clock.now());
    },
    everyMs: EVERY_MS,
    afterErrorMs: EVERY_MS,
    errorMessage: 'Expired codes could not be deleted.',
  });
}
