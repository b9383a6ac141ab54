import { createJob, type Job, type JobError } from '../application/job.ts';
import type { ClaimEnd, ClaimEnds, HeldClaimMessages } from '../ports/claim-ends.ts';
import type { Clock } from '../ports/clock.ts';

export interface AnnounceClaimEndsPorts {
  readonly claimEnds: ClaimEnds;
  readonly heldMessages: HeldClaimMessages;
  /** Of the web app, for the link; null when it is not known. */
  readonly origin: string | null;
  readonly clock: Clock;
  readonly report: (error: JobError) => void;
}

const EVERY_MS = 5_000;

/** Lets the links of payments go to their recipients, and notifies senders that one was claimed, or that no one did. @returns the job, not started */
export function createAnnounceClaimEnds(ports: AnnounceClaimEndsPorts): Job {
  return createJob({
    ...ports,
    run: () => announceClaimEnds(ports),
    everyMs: EVERY_MS,
    afterErrorMs: EVERY_MS,
    errorMessage: 'The ends of payments by link could not be announced.',
  });
}

/** Releases the links whose money has arrived, and hands an email to the outbox for everything that ended. */
export async function announceClaimEnds(ports: AnnounceClaimEndsPorts): Promise<void> {
  const { claimEnds, heldMessages, origin, clock } = ports;
  await heldMessages.release(clock.now());
  const contentOf = ({ name, operationId }: ClaimEnd) => ({
    name,
    ...(origin !== null && { link: `${origin}/dashboard/operations/${operationId}` }),
  });
  while ((await claimEnds.announce(clock.now(), contentOf)) > 0);
}
