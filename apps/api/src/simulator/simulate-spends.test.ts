import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SpendFlaw } from './memory-spend-rows.ts';
import { type SpendReport, simulateSpends } from './simulate-spends.ts';

/** SPEND_SEEDS=2000 is the whole run. */
const SEEDS = Number.parseInt(process.env.SPEND_SEEDS ?? '300', 10);

// The prover's heartbeat is a timer of the machine; a process that died here would leave it behind.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterAll(() => {
  vi.useRealTimers();
});

test(`${SEEDS} troubled minutes of private payments: no note twice, nothing paid twice, all notes free`, async () => {
  const total = { paid: 0, consolidated: 0, takenBack: 0, crashes: 0, reorganisations: 0 };
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const report = await simulateSpends({ seed });
    expect({ seed, ...troublesOf(report) }).toEqual({ seed, ...NO_TROUBLES });
    total.paid += report.paid;
    total.consolidated += report.consolidated;
    total.takenBack += report.takenBack;
    total.crashes += report.crashes;
    total.reorganisations += report.reorganisations;
  }
  // The minutes are troubled indeed, and money moves.
  expect(total.paid).toBeGreaterThan(SEEDS);
  expect(total.consolidated).toBeGreaterThan(SEEDS / 10);
  expect(total.takenBack).toBeGreaterThan(SEEDS / 20);
  expect(total.crashes).toBeGreaterThan(SEEDS);
  expect(total.reorganisations).toBeGreaterThan(SEEDS);
}, 600_000);

test('the same seed gives the same verdict', async () => {
  expect(await simulateSpends({ seed: 7 })).toEqual(await simulateSpends({ seed: 7 }));
});

test('a server that forgets which orders it took is caught within 10 seeds', async () => {
  const isCaught = await isCaughtWithin(10, 'forgets-keys', ({ double }) => double);
  expect(isCaught).toBe(true);
});

// It takes a block that is given up after the wallet has seen it.
test('a book that reserves no notes is caught within 1,000 seeds', async () => {
  const isCaught = await isCaughtWithin(1_000, 'reserves-nothing', (report) => report.noteTrouble);
  expect(isCaught).toBe(true);
});

const NO_TROUBLES = { lost: [], double: [], falseStatus: [], stuck: [], noteTrouble: [] };

function troublesOf({ lost, double, falseStatus, stuck, noteTrouble }: SpendReport) {
  return { lost, double, falseStatus, stuck, noteTrouble };
}

async function isCaughtWithin(
  seeds: number,
  flaw: SpendFlaw,
  troubleIn: (report: SpendReport) => readonly string[],
): Promise<boolean> {
  for (let seed = 1; seed <= seeds; seed += 1) {
    if (troubleIn(await simulateSpends({ seed, flaw })).length > 0) return true;
  }
  return false;
}
