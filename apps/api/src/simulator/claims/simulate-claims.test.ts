import { describe, expect, test } from 'vitest';
import {
  endBesides,
  endBesidesWithoutHolds,
  signWithFirstNonce,
  trustNewestCounts,
  trustRows,
} from './flawed-claims.ts';
import {
  type ClaimSimulationOptions,
  type ClaimSimulationReport,
  simulateClaims,
} from './simulate-claims.ts';

/** CLAIM_SEEDS=1000 is the full run. */
const SEEDS = Number.parseInt(process.env.CLAIM_SEEDS ?? '30', 10);

/** Several times what a machine needs that does nothing else. */
const WITHIN_MS = 60_000 + SEEDS * 1_000;

test(
  `${SEEDS} faulty runs of payments by link: each one’s money in one place, moved once, and both told the truth`,
  async () => {
    const total = new Map<string, number>();
    const add = (counts: object) => {
      for (const [name, count] of Object.entries(counts)) {
        if (typeof count === 'number') total.set(name, (total.get(name) ?? 0) + count);
      }
    };
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const report = await simulateClaims({ seed });
      expect({ seed, errors: errorsOf(report) }).toEqual({ seed, errors: [] });
      add(report);
      add(report.tally);
    }
    console.info(JSON.stringify(Object.fromEntries(total)));
    // The faults did occur, and both kinds of ends.
    for (const name of ['crashes', 'reorganisations', 'claimed', 'returned', 'contested']) {
      expect(total.get(name), name).toBeGreaterThan(SEEDS);
    }
    expect(total.get('refusedOver')).toBeGreaterThan(SEEDS / 2);
    expect(total.get('failed')).toBeGreaterThan(SEEDS / 100);
    expect(total.get('failovers')).toBeGreaterThan(SEEDS / 20);
  },
  WITHIN_MS,
);

test('the same seed gives the same verdict', async () => {
  expect(await simulateClaims({ seed: 7 })).toEqual(await simulateClaims({ seed: 7 }));
});

const RACES = { habits: ['race'], count: 12 } as const;
const CANCELLED = { cancelling: 1 };
const LOSSES = { losses: 1, failovers: 2, count: 20 };
const MISCOUNTS = { interference: 1, miscount: 0.2, backends: [[{ head: 0, index: 0 }]] };

describe('within 10 seeds, the simulator catches', () => {
  test('a server that takes a claim apart from storing what ends it', async () => {
    const errors = await errorsWithin10({ ...RACES, alterOperations: endBesides });
    expect(errors).toContainEqual(expect.stringMatching(/ is (claimed|returned), not waiting$/));
  });

  test('and one that doesn’t count what the first one holds of the wallet either', async () => {
    const errors = await errorsWithin10({ ...RACES, alterOperations: endBesidesWithoutHolds });
    expect(errors).toContainEqual(expect.stringMatching(/was stored beside another end/));
  });

  test('a server that signs every end with the first nonce of the wallet', async () => {
    const errors = await errorsWithin10({ ...CANCELLED, alterOperations: signWithFirstNonce });
    expect(errors).toContainEqual(expect.stringMatching(/was sent and lost to/));
  });

  test('a server that looks for a free wallet in its rows alone', async () => {
    const errors = await errorsWithin10({ ...LOSSES, alterPorts: trustRows });
    expect(errors).toContainEqual(expect.stringMatching(/shares a wallet with 1 others$/));
  });

  test('a server that believes how many transactions a wallet has before that is final', async () => {
    const errors = await errorsWithin10({ ...MISCOUNTS, alterPorts: trustNewestCounts });
    expect(errors).toContainEqual(expect.stringMatching(/can't be taken back$/));
  });
});

test.each([
  ['races', RACES],
  ['operations that are cancelled', CANCELLED],
  ['failovers', LOSSES],
  ['miscounts', MISCOUNTS],
])('and nothing in the same 10 seeds of %s', async (_what, conditions) => {
  expect(await errorsWithin10(conditions)).toEqual([]);
});

function errorsOf({ lost, double, falseStatus, stuck, rivals }: ClaimSimulationReport) {
  return [...lost, ...double, ...falseStatus, ...stuck, ...rivals];
}

async function errorsWithin10(
  conditions: Omit<ClaimSimulationOptions, 'seed'>,
): Promise<readonly string[]> {
  const errors: string[] = [];
  for (let seed = 1; seed <= 10; seed += 1) {
    errors.push(...errorsOf(await simulateClaims({ seed, ...conditions })));
  }
  return errors;
}
