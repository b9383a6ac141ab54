import { describe, expect, test } from 'vitest';
import { DELIVERY_SOUGHT_FOR_MS } from '#domain/swap/delivery';
import {
  believeExchange,
  readAllowancesEarly,
  shareAllowances,
  signUnread,
  signWithoutSwap,
} from './flawed-swaps.ts';
import { type SwapSimulationOptions, simulateSwaps } from './simulate-swaps.ts';

/** SWAP_SEEDS=20000 is the full run. */
const SEEDS = Number.parseInt(process.env.SWAP_SEEDS ?? '1000', 10);

/** Several times what a machine needs that does nothing else. */
const WITHIN_MS = 120_000 + SEEDS * 1_500;

/** From the last fault on: a machine may still stand still for 12 minutes, and a step is then tried for ten. */
const LONGEST_WAIT_MS = 30 * 60_000;

/** The same where something was never delivered, and is looked for. */
const LONGEST_SEARCH_MS = LONGEST_WAIT_MS + DELIVERY_SOUGHT_FOR_MS;

const NO_ERRORS = { lost: [], double: [], falseStatus: [], stuck: [] };

test(
  `${SEEDS} faulty runs of swaps: nothing lost, no step signed twice or after the end, no false status, nothing stuck`,
  async () => {
    const total = {
      ...{ swaps: 0, completed: 0, reported: 0, failed: 0, steps: 0 },
      ...{ crashes: 0, pauses: 0, reorganisations: 0 },
    };
    const longest = { waitMs: 0, searchMs: 0 };
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const { lost, double, falseStatus, stuck, settledMs, ...counts } = await simulateSwaps({
        seed,
      });
      expect({ seed, lost, double, falseStatus, stuck }).toEqual({ seed, ...NO_ERRORS });
      total.swaps += counts.swaps;
      total.completed += counts.completed;
      total.reported += counts.reported;
      total.failed += counts.failed;
      total.steps += counts.steps;
      total.crashes += counts.crashes;
      total.pauses += counts.pauses;
      total.reorganisations += counts.reorganisations;
      const kind = counts.reported > 0 ? 'searchMs' : 'waitMs';
      longest[kind] = Math.max(longest[kind], settledMs);
    }
    console.info(JSON.stringify({ ...total, ...longest }));
    // The faults did occur, and much succeeded in spite of them.
    expect(total.swaps).toBeGreaterThan(SEEDS * 2);
    expect(total.completed).toBeGreaterThan(SEEDS / 2);
    expect(total.steps).toBeGreaterThan(SEEDS);
    expect(total.crashes).toBeGreaterThan(SEEDS);
    expect(total.pauses).toBeGreaterThan(SEEDS / 4);
    expect(total.reorganisations).toBeGreaterThan(SEEDS);
    expect(total.reported).toBeGreaterThan(SEEDS / 100);
    expect(longest.waitMs).toBeLessThan(LONGEST_WAIT_MS);
    expect(longest.searchMs).toBeLessThan(LONGEST_SEARCH_MS);
  },
  WITHIN_MS,
);

test('the same seed gives the same verdict', async () => {
  expect(await simulateSwaps({ seed: 7 })).toEqual(await simulateSwaps({ seed: 7 }));
});

describe('within 10 seeds, the simulator catches a server', () => {
  test('that signs a step of a swap that has ended meanwhile', async () => {
    const errors = await errorsOf({
      ...{ long: 1, crowds: 1, rushes: 0, dishonest: 0 },
      pauses: { share: 1, minutes: [6, 9] },
      flaw: signWithoutSwap,
    });
    expect(errors).toContainEqual(expect.stringMatching(/was signed after it failed$/));
  });

  test('that lets two steps use one allowance', async () => {
    const errors = await errorsOf({ crowds: 1, dishonest: 0, flaw: shareAllowances });
    expect(errors).toContainEqual(expect.stringMatching(/lost its allowance to another step$/));
  });

  test('that decides on an allowance before it has the lock of the account', async () => {
    const flaw = readAllowancesEarly;
    const errors = await errorsOf({ crowds: 1, rushes: 1, dishonest: 0, flaw });
    expect(errors).toContainEqual(expect.stringMatching(/lost its allowance to another step$/));
  });

  test('that believes what the exchange says of a delivery', async () => {
    const errors = await errorsOf({
      ...{ dishonest: 1, thieves: 1, crowds: 0, long: 0 },
      flaw: believeExchange(),
    });
    expect(errors).toContainEqual(expect.stringMatching(/is called delivered with/));
  });

  test('that does not read what a call promises', async () => {
    const errors = await errorsOf({ dishonest: 1, crowds: 1, flaw: signUnread });
    expect(errors).toContainEqual(
      expect.stringMatching(/accepts too little|delivers to a stranger/),
    );
  });
});

async function errorsOf(conditions: Omit<SwapSimulationOptions, 'seed'>) {
  const errors: string[] = [];
  for (let seed = 1; seed <= 10; seed += 1) {
    const { lost, double, falseStatus, stuck } = await simulateSwaps({ seed, ...conditions });
    errors.push(...lost, ...double, ...falseStatus, ...stuck);
  }
  return errors;
}
