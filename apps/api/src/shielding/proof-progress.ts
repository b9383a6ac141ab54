import type { PrivateTransactionJob } from '../ports/private-transactions.ts';
import type { ShieldingPorts } from './shielding-ports.ts';

/** For how long a payment belongs to the process that claimed it. */
export const LEASE_MS = 60_000;
const PROGRESS_EVERY_MS = 500;
/** Extends the lease while the pool's software reports no progress. */
const HEARTBEAT_MS = 10_000;

/** Saves the progress of a proof at most twice a second, and keeps the claim. */
export async function withProgress<T>(
  { privateTransactions, clock, report }: ShieldingPorts,
  { job, onLost = () => {} }: { readonly job: PrivateTransactionJob; readonly onLost?: () => void },
  work: (onProgress: (share: number) => void) => Promise<T>,
): Promise<T> {
  let share = 0;
  let savedAt = 0;
  function save(): void {
    const now = clock.now();
    savedAt = now.getTime();
    privateTransactions
      .saveProgress(job, { share, now, leaseMs: LEASE_MS })
      .then((isOurs) => (isOurs ? undefined : onLost()))
      .catch((cause: unknown) =>
        report({ message: 'The progress of a proof could not be stored.', cause }),
      );
  }
  save();
  const heartbeat = setInterval(save, HEARTBEAT_MS);
  try {
    return await work((now) => {
      if (now <= share) return;
      share = Math.min(now, 1);
      if (clock.now().getTime() - savedAt >= PROGRESS_EVERY_MS) save();
    });
  } finally {
    clearInterval(heartbeat);
  }
}
