import { setTimeout as sleep } from 'node:timers/promises';
import { FAILOVER_PAUSE_MS } from '#domain/operation/lost-commits';
import type { ReplicatedDatabase } from './replicated-database.test-setup.ts';

const NOTED_WITHIN_MS = 120_000;

/** Makes the failover that the product noted older than its pause, for which no test waits. */
export async function endPause(database: ReplicatedDatabase): Promise<void> {
  const deadline = Date.now() + NOTED_WITHIN_MS;
  for (;;) {
    const noted = await database.query(
      `update database_history set seen_at = seen_at - interval '${FAILOVER_PAUSE_MS} milliseconds'
       where seen_at > now() - interval '${FAILOVER_PAUSE_MS} milliseconds' returning timeline`,
    );
    if (noted.length > 0) return;
    if (Date.now() > deadline) throw new Error('The product did not note the failover.');
    await sleep(50);
  }
}
