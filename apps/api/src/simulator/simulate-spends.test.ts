import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SpendFlaw } from './memory-spends.ts';
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
  const reports = await reportsOf('forgets-keys', 10);
  expect(reports.flatMap(({ double }) => double)).not.toEqual([]);
});

test('a book that reserves no notes is caught within 200 seeds: it takes a block that is given up', async () => {
  const reports = await reportsOf('reserves-nothing', 200);
  expect(reports.flatMap(({ noteTrouble }) => noteTrouble)).not.toEqual([]);
}, 60_000);

const NO_TROUBLES = { lost: [], double: [], falseStatus: [], stuck: [], noteTrouble: [] };

function troublesOf({ lost, double, falseStatus, stuck, noteTrouble }: SpendReport) {
  return { lost, double, falseStatus, stuck, noteTrouble };
}

async function reportsOf(flaw: SpendFlaw, seeds: number): Promise<SpendReport[]> {
  const reports: SpendReport[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) reports.push(await simulateSpends({ seed, flaw }));
  return reports;
}
