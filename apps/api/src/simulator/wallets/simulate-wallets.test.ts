import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  forgetWhatBegan,
  ignorePool,
  removeUnlocked,
  takeRequestedForArrived,
  takeUnknownForEmpty,
  trustLateNodes,
} from './flawed-deletions.ts';
import {
  simulateWallets,
  type WalletReport,
  type WalletSimulationOptions,
} from './simulate-wallets.ts';

/** WALLET_SEEDS=20000 is the full run. */
const SEEDS = Number.parseInt(process.env.WALLET_SEEDS ?? '400', 10);

/** Several times what a machine needs that does nothing else. */
const WITHIN_MS = 60_000 + SEEDS * 2_000;

type Conditions = Omit<WalletSimulationOptions, 'seed'>;

/** Money moves to and fro, and one of four machines behind the URL shows what was true 40 seconds ago. */
const LATE: Conditions = {
  habit: 'shuttling',
  backends: [[0, 0, 0, 20].map((head) => ({ head, index: 0 }))],
};
const IMPATIENT: Conditions = { impatience: 1 };
/** Minutes pass between the check of a deletion and its removal. */
const PAUSED: Conditions = {
  ...{ impatience: 1, pausedRemovals: 1, crashes: 0, freezes: 0 },
  habit: 'giving',
};
/** A token that keeps 5 % of what leaves the pool. */
const KEEPING: Conditions = { tokenKeepsBps: 500n };

const NO_ERRORS = {
  ...{ lost: [], double: [], falseStatus: [], stuck: [] },
  ...{ deletions: [], amounts: [] },
};

// The prover's heartbeat is a real timer; a simulated process that dies would leave it running.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterAll(() => {
  vi.useRealTimers();
});

test(
  `${SEEDS} faulty runs of wallets: none deleted with money in it, none kept for no reason, every unshield true to the unit`,
  async () => {
    const total = {
      ...{ moves: 0, shielded: 0, unshielded: 0, deleted: 0, refused: 0 },
      ...{ crashes: 0, freezes: 0, reorganisations: 0 },
    };
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const report = await simulateWallets({ seed });
      expect({ seed, ...errorsOf(report) }).toEqual({ seed, ...NO_ERRORS });
      total.moves += report.moves;
      total.shielded += report.shielded;
      total.unshielded += report.unshielded;
      total.deleted += report.deleted;
      total.refused += report.refused;
      total.crashes += report.crashes;
      total.freezes += report.freezes;
      total.reorganisations += report.reorganisations;
    }
    console.info(JSON.stringify(total));
    // The faults did occur, money moved both ways, and every wallet was deleted in the end.
    expect(total.deleted).toBe(SEEDS * 3);
    expect(total.refused).toBeGreaterThan(SEEDS * 10);
    expect(total.shielded).toBeGreaterThan(SEEDS / 4);
    expect(total.unshielded).toBeGreaterThan(SEEDS);
    expect(total.crashes).toBeGreaterThan(SEEDS);
    expect(total.reorganisations).toBeGreaterThan(SEEDS);
  },
  WITHIN_MS,
);

test('the same seed gives the same verdict', async () => {
  expect(await simulateWallets({ seed: 7 })).toEqual(await simulateWallets({ seed: 7 }));
});

describe('within 10 seeds, the simulator catches', () => {
  test.each([
    ['looks at public balances only', ignorePool, IMPATIENT],
    ['takes a private balance that it could not read for an empty one', takeUnknownForEmpty, LATE],
    ['believes nodes that are far behind', trustLateNodes, LATE],
    ['does not notice what began and ended before the removal', forgetWhatBegan, PAUSED],
  ])('a deletion that %s', async (_how, alterDeletion, conditions) => {
    const { deletions } = await errorsWithin10({ ...conditions, alterDeletion });
    expect(deletions).toContainEqual(expect.stringMatching(/was deleted with \d+ tokens/));
  });

  test('a deletion that does not lock out what begins during it', async () => {
    const { deletions } = await errorsWithin10({ ...IMPATIENT, alterDeletion: removeUnlocked });
    expect(deletions).toContainEqual(
      expect.stringMatching(/was deleted(, and then began| while .* was in progress)/),
    );
  });

  test('a server that says a payment arrived as it was requested', async () => {
    const { amounts } = await errorsWithin10({ ...KEEPING, alterChain: takeRequestedForArrived });
    expect(amounts).toContainEqual(expect.stringMatching(/says that \d+ arrived, not \d+$/));
  });
});

test.each([
  ['late nodes', LATE],
  ['impatient users', IMPATIENT],
  ['processes that stand still before a removal', PAUSED],
  ['a token that keeps a part', KEEPING],
])('and nothing else in the same 10 seeds of %s', async (_what, conditions) => {
  expect(await errorsWithin10(conditions)).toEqual(NO_ERRORS);
});

async function errorsWithin10(conditions: Conditions) {
  const errors: Record<keyof typeof NO_ERRORS, string[]> = {
    ...{ lost: [], double: [], falseStatus: [], stuck: [] },
    ...{ deletions: [], amounts: [] },
  };
  for (let seed = 1; seed <= 10; seed += 1) {
    const { lost, double, falseStatus, stuck, deletions, amounts } = await simulateWallets({
      seed,
      ...conditions,
    });
    errors.lost.push(...lost);
    errors.double.push(...double);
    errors.falseStatus.push(...falseStatus);
    errors.stuck.push(...stuck);
    errors.deletions.push(...deletions);
    errors.amounts.push(...amounts);
  }
  return errors;
}

function errorsOf(report: WalletReport) {
  const { lost, double, falseStatus, stuck, deletions, amounts } = report;
  return { lost, double, falseStatus, stuck, deletions, amounts };
}
