import { isSigned } from '#domain/operation/operation';
import { USERS } from './adversity.ts';
import { type FailoverConditions, loseCommits } from './lose-commits.ts';
import { copyPrivateTransactions, operationOfRow } from './memory-private-rows.ts';
import type { PrivateEnvironment } from './private-environment.ts';

const VISIT_EVERY_MS = 5_000;
/** By then a block may have what was signed, and the wallet may know it: a standby may be further behind than that. */
const FAILOVER = { withinMs: 10_000, latestMs: 50_000, longestLossMs: 20_000 };

/** Mostly soon after a private payment was signed, the database fails over to a standby that lacks its proof. */
export async function losePrivateCommits(
  environment: PrivateEnvironment,
  conditions: Omit<FailoverConditions, 'copyMore' | 'slow'>,
): Promise<void> {
  void keepVisiting(environment);
  await loseCommits(environment, {
    ...conditions,
    copyMore: () => copyMore(environment),
    slow: { ...FAILOVER, lossMs: (nowMs) => lossOf(environment, nowMs) },
  });
}

/** @returns the time since a moment shortly before the newest proof of what was signed since then, milliseconds */
function lossOf({ simulation, store, repository }: PrivateEnvironment, nowMs: number): number {
  const provedAt = [...store.rows.values()]
    .filter((row) => isSigned(operationOfRow(repository, row)))
    .map((row) => row.provedAt?.getTime() ?? 0);
  const beforeMs = simulation.random.integer(0, 2_000);
  return nowMs - Math.max(0, ...provedAt) + beforeMs;
}

/** Users have Kax open: whatever the page requests brings their keys to the current run. */
async function keepVisiting(environment: PrivateEnvironment): Promise<never> {
  for (;;) {
    for (const user of USERS) environment.run?.sealedFor.add(user);
    await environment.simulation.wait(VISIT_EVERY_MS);
  }
}

/** What users see is in the database too, and whose accounts are frozen. */
function copyMore({ store, views, repository: { frozenUsers } }: PrivateEnvironment): () => void {
  const restoreStore = copyPrivateTransactions(store);
  const seen = [...views];
  const frozen = [...frozenUsers];
  return () => {
    restoreStore();
    views.clear();
    for (const [userId, view] of seen) views.set(userId, view);
    frozenUsers.clear();
    for (const [userId, frozenAt] of frozen) frozenUsers.set(userId, frozenAt);
  };
}
