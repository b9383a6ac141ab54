import { createJob, type Job, type JobOptions } from '../application/job.ts';

const EVERY_MS = 60_000;

/**
 * Checks again and again that the database keeps what it commits: a failover or a changed setting can end that while
 * we run. Payments continue; the report is for whoever runs the server.
 * @returns the job, not started.
 */
export function createWatchCommits(
  ports: Pick<JobOptions, 'clock' | 'report'> & {
    /** Rejects when a commit could be lost. */
    readonly requireDurableCommits: () => Promise<void>;
  },
): Job {
  return createJob({
    ...ports,
    run: ports.requireDurableCommits,
    everyMs: EVERY_MS,
    afterErrorMs: EVERY_MS,
    errorMessage: 'It is not certain that the database keeps what it commits.',
  });
}
