import { expect, test } from 'vitest';
import { type AlterChain, trustCounts } from './flawed-chains.ts';
import { sendThenSave, takeNextNonceOnError } from './flawed-sends.ts';
import { type SimulationReport, simulate } from './simulate.ts';

/** SEND_SEEDS=20000 is the full run. */
const SEEDS = Number.parseInt(process.env.SEND_SEEDS ?? '2000', 10);

test(`${SEEDS} faulty minutes: nothing lost, nothing paid twice, no false status, nothing stuck`, async () => {
  const total = { requests: 0, shielded: 0, crashes: 0, reorganisations: 0 };
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const report = await simulate({ seed });
    expect({ seed, ...errorsOf(report) }).toEqual({ seed, ...NO_ERRORS });
    total.requests += report.requests;
    total.shielded += report.shielded;
    total.crashes += report.crashes;
    total.reorganisations += report.reorganisations;
  }
  // The faults did occur.
  expect(total.requests).toBeGreaterThan(SEEDS * 3);
  expect(total.shielded).toBeGreaterThan(SEEDS);
  expect(total.crashes).toBeGreaterThan(SEEDS);
  expect(total.reorganisations).toBeGreaterThan(SEEDS);
}, 600_000);

test('the same seed gives the same verdict', async () => {
  expect(await simulate({ seed: 7 })).toEqual(await simulate({ seed: 7 }));
});

test('a server that sends first and saves afterwards is caught within 10 seeds', async () => {
  const caught = await doublesWithin10(() => simulateFlawed(sendThenSave));
  expect(caught).toBeGreaterThan(0);
});

test('a server that takes the next nonce on an error is caught within 10 seeds', async () => {
  const caught = await doublesWithin10(() => simulateFlawed(takeNextNonceOnError));
  expect(caught).toBeGreaterThan(0);
});

test('a server that takes a count for a replacement is caught within 10 seeds', async () => {
  expect(await falseStatusesWithin10(trustCounts)).toBeGreaterThan(0);
});

const NO_ERRORS = { lost: [], double: [], falseStatus: [], stuck: [] };

function errorsOf({ lost, double, falseStatus, stuck }: SimulationReport) {
  return { lost, double, falseStatus, stuck };
}

function simulateFlawed(flaw: typeof sendThenSave): (seed: number) => Promise<SimulationReport> {
  return (seed) => simulate({ seed, createSend: flaw(new Map()) });
}

async function doublesWithin10(
  prepare: () => (seed: number) => Promise<SimulationReport>,
): Promise<number> {
  let doubles = 0;
  for (let seed = 1; seed <= 10; seed += 1) doubles += (await prepare()(seed)).double.length;
  return doubles;
}

async function falseStatusesWithin10(alterChain: AlterChain): Promise<number> {
  let found = 0;
  for (let seed = 1; seed <= 10; seed += 1) {
    found += (await simulate({ seed, alterChain })).falseStatus.length;
  }
  return found;
}
