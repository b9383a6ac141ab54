import { createJob, type Job, type JobError } from '../application/job.ts';
import type { Clock } from '../ports/clock.ts';
import type { SecurityReminders } from '../ports/security-reminders.ts';

export interface RemindOfSecurityPorts {
  readonly reminders: SecurityReminders;
  /** Of the web app, for the link; null when it is not known. */
  readonly origin: string | null;
  readonly clock: Clock;
  readonly report: (error: JobError) => void;
}

const EVERY_MS = 10 * 60_000;
const HOUR_MS = 60 * 60_000;
const NOT_WITHIN_MS = 24 * HOUR_MS;
const ONCE_IN_MS = 7 * 24 * HOUR_MS;

/** Reminds owners once a week by email of what their account lacks. @returns the job, not started */
export function createRemindOfSecurity(ports: RemindOfSecurityPorts): Job {
  return createJob({
    ...ports,
    run: () => remindOfSecurity(ports),
    everyMs: EVERY_MS,
    afterErrorMs: EVERY_MS,
    errorMessage: 'Owners could not be reminded of what their account lacks.',
  });
}

/** One run, of as many accounts as one statement reads. */
export async function remindOfSecurity({
  reminders,
  origin,
  clock,
}: RemindOfSecurityPorts): Promise<void> {
  const now = clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  await reminders.remind(
    { registeredBefore: ago(NOT_WITHIN_MS), remindedBefore: ago(ONCE_IN_MS), now },
    ({ name, lacks }) => ({
      ...{ name, lacks },
      ...(origin !== null && { link: `${origin}/security` }),
    }),
  );
}
