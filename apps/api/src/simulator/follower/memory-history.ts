import type { ClassifiedMovement } from '#domain/activity/classify-movements';
import type { PublicAddress } from '#domain/address/address';
import type { FollowedBlock } from '../../ports/block-feed.ts';
import type { FollowerState, PublicHistory } from '../../ports/public-history.ts';

/** What survives a crash: the blocks of one chain and what they did. */
export interface HistoryRows {
  blocks: readonly FollowedBlock[];
  movements: readonly ClassifiedMovement[];
  state: FollowerState | null;
  claim: { readonly follower: string; readonly until: Date } | null;
}

/**
 * The part of the history that a follower of one chain writes, in memory, with the same guarantees as in PostgreSQL.
 * @param roundTrip takes as long as one to the database; called before and after every statement
 */
export function createMemoryHistory(
  rows: HistoryRows,
  addresses: readonly PublicAddress[],
  roundTrip: () => Promise<void> = async () => {},
): PublicHistory {
  async function statement<T>(run: () => T): Promise<T> {
    await roundTrip();
    const result = run();
    await roundTrip();
    return result;
  }
  const isLast = (hash: string | null) => (rows.state?.last.hash ?? null) === hash;
  return {
    state: () => statement(() => rows.state),
    followers: async () => new Map(),
    page: async () => [],
    addresses: (since) => statement(() => (since === null ? addresses : [])),
    operationsOf: () => statement(() => new Map()),
    claim: (_chainId, follower, { now, leaseMs }) =>
      statement(() => {
        const held = rows.claim;
        if (held !== null && held.follower !== follower && held.until > now) return false;
        rows.claim = { follower, until: new Date(now.getTime() + leaseMs) };
        return true;
      }),
    release: (_chainId, follower) =>
      statement(() => {
        if (rows.claim?.follower === follower) rows.claim = null;
      }),
    append: (range, now) =>
      statement(() => {
        const last = range.blocks.at(-1);
        if (last === undefined) return true;
        if (!isLast(range.after)) return false;
        rows.blocks = [...rows.blocks, ...range.blocks];
        rows.movements = [...rows.movements, ...range.movements];
        const { latestNumber, finalizedNumber } = range;
        rows.state = { last, latestNumber, finalizedNumber, lookedAt: now };
        return true;
      }),
    look: (_chainId, heads, lookedAt) =>
      statement(() => {
        if (rows.state !== null) rows.state = { ...rows.state, ...heads, lookedAt };
      }),
    recentBlocks: (_chainId, below, limit) =>
      statement(() =>
        rows.blocks
          .filter(({ number }) => number < below)
          .toReversed()
          .slice(0, limit),
      ),
    undo: (_chainId, { last, keep }, lookedAt) =>
      statement(() => {
        if (rows.state === null || !isLast(last)) return false;
        rows.blocks = rows.blocks.filter(({ number }) => number <= keep.number);
        rows.movements = rows.movements.filter(({ blockNumber }) => blockNumber <= keep.number);
        rows.state = { ...rows.state, last: keep, lookedAt };
        return true;
      }),
  };
}
