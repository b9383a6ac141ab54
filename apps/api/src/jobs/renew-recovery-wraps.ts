import { createJob, type Job, type JobError } from '../application/job.ts';
import type { Clock } from '../ports/clock.ts';
import type { RecoverableAccount, RecoverableAccounts } from '../ports/recoverable-accounts.ts';
import type { ReplaceableRecoveryKey } from '../ports/recovery-key.ts';

export interface RenewRecoveryWrapsPorts {
  readonly accounts: Pick<RecoverableAccounts, 'listOutdated' | 'replaceWrap'>;
  readonly key: Pick<ReplaceableRecoveryKey, 'wrapPrefix' | 'rewrap'>;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Called after a run that made wraps again. */
  readonly announce: (renewed: number) => void;
  /** Called with the user of a wrap that nothing opens, once. */
  readonly reportUnopened: (userId: string, cause: unknown) => void;
  readonly report: (error: JobError) => void;
}

/** Mostly finds nothing: an earlier process may have made a wrap under the earlier key as this one started. */
const EVERY_MS = 60 * 60_000;
const AFTER_ERROR_MS = 60_000;
const BATCH = 200;

/**
 * Makes every recovery wrap again that is not under the newest key, while the process serves: the earlier key still
 * opens what has to wait. A run that is killed has stored each wrap that it made, and the next one continues.
 * @returns the job, not started.
 */
export function createRenewRecoveryWraps(ports: RenewRecoveryWrapsPorts): Job {
  const reported = new Set<string>();
  const job: Job = createJob({
    ...ports,
    run: () => renewRecoveryWraps(ports, { reported, isStopped: () => job.isStopped() }),
    everyMs: EVERY_MS,
    afterErrorMs: AFTER_ERROR_MS,
    errorMessage: 'Recovery wraps could not be read or made again.',
  });
  return job;
}

/** What one run knows of those before, and of its end. */
interface Run {
  /** Users whose wrap nothing opens: each is reported once. */
  readonly reported: Set<string>;
  readonly isStopped: () => boolean;
}

/** One run through all accounts. */
export async function renewRecoveryWraps(
  ports: RenewRecoveryWrapsPorts,
  { reported, isStopped }: Run,
): Promise<void> {
  const { accounts, key, announce } = ports;
  let renewed = 0;
  let after: string | null = null;
  try {
    while (!isStopped()) {
      const request = { prefix: key.wrapPrefix, after, limit: BATCH };
      const batch: readonly RecoverableAccount[] = await accounts.listOutdated(request);
      if (batch.length === 0) return;
      for (const each of batch) {
        if (isStopped()) return;
        if (await renewOne(ports, each, reported)) renewed += 1;
        after = each.account.userId;
      }
    }
  } finally {
    if (renewed > 0) announce(renewed);
  }
}

/** @returns whether it was made again; one that was changed meanwhile is left to what changed it */
async function renewOne(
  { accounts, key, reportUnopened }: RenewRecoveryWrapsPorts,
  { account, recoveryWrap }: RecoverableAccount,
  reported: Set<string>,
): Promise<boolean> {
  const { userId } = account;
  const renewed = await key.rewrap(recoveryWrap, account).catch((cause: unknown) => {
    if (!reported.has(userId)) reportUnopened(userId, cause);
    reported.add(userId);
    return null;
  });
  return renewed !== null && (await accounts.replaceWrap(userId, recoveryWrap, renewed));
}
