import { expect, test } from 'vitest';
import type { FollowedRange, PublicHistory } from '../../ports/public-history.ts';
import { simulateFollower } from './simulate-follower.ts';

/** FOLLOWER_SEEDS=20000 is the full run. */
const SEEDS = Number.parseInt(process.env.FOLLOWER_SEEDS ?? '400', 10);

/** Several times what a machine needs that does nothing else. */
const WITHIN_MS = 60_000 + SEEDS * 2_000;

/** From the last fault on: a follower may still stand still for two minutes, and another takes the chain. */
const LONGEST_WAIT_MS = 180_000;

test(
  `${SEEDS} faulty five minutes of a chain: its history is what moved on it, each movement once`,
  async () => {
    const total = { blocks: 0, movements: 0, crashes: 0, reorganisations: 0 };
    const most = { deepest: 0, caughtUpMs: 0 };
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const { wrong, deepest, caughtUpMs, ...counts } = await simulateFollower({ seed });
      expect({ seed, wrong }).toEqual({ seed, wrong: [] });
      total.blocks += counts.blocks;
      total.movements += counts.movements;
      total.crashes += counts.crashes;
      total.reorganisations += counts.reorganisations;
      most.deepest = Math.max(most.deepest, deepest);
      most.caughtUpMs = Math.max(most.caughtUpMs, caughtUpMs);
    }
    console.info(JSON.stringify({ ...total, ...most }));
    // The faults did occur.
    expect(total.crashes).toBeGreaterThan(SEEDS);
    expect(total.reorganisations).toBeGreaterThan(SEEDS);
    expect(most.deepest).toBeGreaterThan(50);
    expect(most.caughtUpMs).toBeLessThan(LONGEST_WAIT_MS);
  },
  WITHIN_MS,
);

test('the same seed gives the same verdict', async () => {
  expect(await simulateFollower({ seed: 7 })).toEqual(await simulateFollower({ seed: 7 }));
});

/** Forgets the blocks that the chain gave up, and keeps what they did. */
function keepOrphans(history: PublicHistory): PublicHistory {
  let stored: FollowedRange['movements'] = [];
  let orphaned: FollowedRange['movements'] = [];
  return {
    ...history,
    append(range, now) {
      const movements = [...orphaned, ...range.movements];
      orphaned = [];
      stored = [...stored, ...range.movements];
      return history.append({ ...range, movements }, now);
    },
    undo(chainId, range, now) {
      orphaned = stored.filter(({ blockNumber }) => blockNumber > range.keep.number);
      return history.undo(chainId, range, now);
    },
  };
}

/** Stores on top of whatever is stored, so that two followers store the same. */
const storeAnyway = (history: PublicHistory): PublicHistory => ({
  ...history,
  claim: async () => true,
  async append(range, now) {
    const state = await history.state(range.chainId);
    return history.append({ ...range, after: state?.last.hash ?? null }, now);
  },
});

test.each<[string, (history: PublicHistory) => PublicHistory]>([
  ['does not undo what the chain gave up', keepOrphans],
  ['stores on top of what another follower stored', storeAnyway],
])('a follower that %s is caught within 10 seeds', async (_what, alterHistory) => {
  const wrong: string[] = [];
  for (let seed = 1; seed <= 10 && wrong.length === 0; seed += 1) {
    wrong.push(...(await simulateFollower({ seed, alterHistory })).wrong);
  }
  expect(wrong).not.toEqual([]);
});
