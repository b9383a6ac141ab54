import { isSigned, type Operation } from '#domain/operation/operation';
import type { FailoverConditions } from '../lose-commits.ts';
import { losePrivateCommits } from '../lose-private-commits.ts';
import { operationOfRow } from '../memory-private-rows.ts';
import {
  EVERYONE,
  type PrivateClaimEnvironment,
  senderOfPrivateWallet,
} from './private-claim-environment.ts';

/** What the database loses: proofs of what sets money aside or of what moves it on, or the requests with them. */
export interface Losing {
  readonly of: 'fundings' | 'ends';
  readonly whole: boolean;
}

/** When the first failover may come at the latest: others are to be paid after it. */
const LATEST_MS = { fundings: 20_000, ends: 120_000 } as const;

/** Never at another moment: then, nothing is lost that matters. A block has it by then, or it waits for one. */
const SOON_AFTER_A_SIGNATURE = { withinMs: 12_000, latestMs: 60 * 60_000, longestLossMs: 40_000 };

/** The database fails over soon after a signature, and loses payments by link with their operations. */
export async function loseClaimCommits(
  environment: PrivateClaimEnvironment,
  losing: Losing,
  conditions: Omit<FailoverConditions, 'copyMore' | 'slow'>,
): Promise<void> {
  const { simulation } = environment;
  await simulation.wait(simulation.random.integer(0, LATEST_MS[losing.of]));
  const follows = (operation: Operation) => isMeant(operation, losing);
  await losePrivateCommits(environment, {
    ...conditions,
    users: EVERYONE,
    slow: {
      ...{ ...SOON_AFTER_A_SIGNATURE, follows },
      lossMs: (nowMs) => lossOf(environment, losing, nowMs),
    },
    copyMore: () => copyClaims(environment),
  });
}

function isMeant({ pool }: Operation, { of }: Losing): boolean {
  const isEnd = senderOfPrivateWallet(pool?.privateAddress ?? '') !== null;
  return isEnd === (of === 'ends');
}

/** @returns the time since a moment shortly before the newest of them was proved, or requested, milliseconds */
function lossOf(
  { simulation, store, repository }: PrivateClaimEnvironment,
  losing: Losing,
  nowMs: number,
): number {
  const moments = [...store.rows.values()].flatMap((row) => {
    const operation = operationOfRow(repository, row);
    if (!isSigned(operation) || !isMeant(operation, losing)) return [];
    return [(losing.whole ? operation.createdAt : row.provedAt)?.getTime() ?? 0];
  });
  const beforeMs = simulation.random.integer(0, losing.whole ? 4_000 : 1_000);
  return nowMs - Math.max(0, ...moments) + beforeMs;
}

/** @returns what makes the database one that has only the claims of now */
function copyClaims({ claims, lostClaims }: PrivateClaimEnvironment): () => void {
  const rows = [...claims].map(([id, row]) => [id, { ...row }] as const);
  return () => {
    const kept = new Set(rows.map(([id]) => id));
    for (const { id, fundingKey } of claims.values()) if (!kept.has(id)) lostClaims.add(fundingKey);
    claims.clear();
    for (const [id, row] of rows) claims.set(id, row);
  };
}
