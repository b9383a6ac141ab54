import { areFactorsGone } from '#domain/protection/protection';
import { createJob, type Job, type JobError } from '../application/job.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { Audit } from '../ports/audit.ts';
import type { Clock } from '../ports/clock.ts';
import type { LostFactors, RemoveAllFactors } from '../ports/lost-factors.ts';
import type { Outbox } from '../ports/outbox.ts';
import type { Protections } from '../ports/protections.ts';

export interface RemoveLostFactorsPorts {
  readonly lostFactors: LostFactors;
  readonly protections: Protections;
  readonly removeAllFactors: RemoveAllFactors;
  readonly accounts: Pick<Accounts, 'findById'>;
  readonly audit: Audit;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly clock: Clock;
  readonly report: (error: JobError) => void;
}

const EVERY_MS = 60_000;

/** Removes second factors whose owner lost them, when the time to cancel that is over. @returns the job, not started */
export function createRemoveLostFactors(ports: RemoveLostFactorsPorts): Job {
  return createJob({
    ...ports,
    run: () => removeLostFactors(ports),
    everyMs: EVERY_MS,
    afterErrorMs: EVERY_MS,
    errorMessage: 'Lost second factors could not be removed.',
  });
}

/** One run. Cut short, the next one begins again with what is left; an owner may be notified twice, never not at all. */
export async function removeLostFactors(ports: RemoveLostFactorsPorts): Promise<void> {
  const now = ports.clock.now();
  for (const userId of await ports.lostFactors.due(now)) {
    try {
      await removeOf(ports, userId, now);
    } catch (cause) {
      ports.report({ message: 'Lost second factors of an account could not be removed.', cause });
    }
  }
}

async function removeOf(ports: RemoveLostFactorsPorts, userId: string, now: Date): Promise<void> {
  const { protections, accounts, audit, outbox } = ports;
  // A row that something else wrote requests nothing.
  if (!areFactorsGone(await protections.read(userId), now)) return;
  const account = await accounts.findById(userId);
  if (account === null) return;
  await ports.removeAllFactors(userId);
  await audit.append({ at: now, event: 'factors-removed', ip: 'local', userId });
  const { name, email, phone } = account;
  const content = { name, at: now.toISOString() };
  const topic = 'factors-removed';
  const notice = { topic, userId, content, secret: null, expiresAt: null } as const;
  await outbox.add(
    [
      { ...notice, channel: 'email', recipient: email },
      { ...notice, channel: 'sms', recipient: phone },
    ],
    now,
  );
  await protections.change(userId, (protection) =>
    areFactorsGone(protection, now) ? { ...protection, factorsRemovedAt: null } : protection,
  );
}
