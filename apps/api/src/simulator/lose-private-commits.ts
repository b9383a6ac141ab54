import { isSigned } from '#domain/operation/operation';
import { USERS } from './adversity.ts';
import { type FailoverConditions, loseCommits } from './lose-commits.ts';
import { copyPrivateTransactions, operationOfRow } from './memory-private-rows.ts';
import type { PrivateEnvironment } from './private-environment.ts';

const VISIT_EVERY_MS = 5_000;
/** By then a block may have what was signed, and the wallet may know it: a standby may be further behind than that. */
const FAILOVER = { withinMs: 10_000, latestMs: 50_000, longestLossMs: 20_000 };

interface PrivateFailover extends FailoverConditions {
  /** Who has Kax open; those of most runs where it is left out. */
  readonly users?: readonly string[];
}

/** Mostly soon after a private payment was signed, the database fails over to a standby that lacks its proof. */
export async function losePrivateCommits(
  environment: PrivateEnvironment,
  {
    users = USERS,
    copyMore = () => () => {},
    slow = { ...FAILOVER, lossMs: (nowMs) => lossOf(environment, nowMs) },
    ...conditions
  }: PrivateFailover,
): Promise<void> {
  void keepVisiting(environment, users);
  await loseCommits(environment, {
    ...conditions,
    copyMore() {
      const [restoreMore, restorePrivate] = [copyMore(), copyPrivately(environment)];
      return () => {
        restoreMore();
        restorePrivate();
      };
    },
    slow,
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
async function keepVisiting(
  environment: PrivateEnvironment,
  users: readonly string[],
): Promise<never> {
  for (;;) {
    for (const user of users) environment.run?.sealedFor.add(user);
    await environment.simulation.wait(VISIT_EVERY_MS * environment.tempo.slowdown);
  }
}

/** What users see is in the database too, and whose accounts are frozen. */
function copyPrivately({
  store,
  views,
  histories,
  repository: { frozenUsers },
}: PrivateEnvironment): () => void {
  const restoreStore = copyPrivateTransactions(store);
  const seen = [...views];
  const shown = [...histories];
  const frozen = [...frozenUsers];
  return () => {
    restoreStore();
    views.clear();
    for (const [userId, view] of seen) views.set(userId, view);
    histories.clear();
    for (const [userId, history] of shown) histories.set(userId, history);
    frozenUsers.clear();
    for (const [userId, frozenAt] of frozen) frozenUsers.set(userId, frozenAt);
  };
}
