import { expect, test } from 'vitest';
import { keepSending, trustAcceptance, trustCounts } from './flawed-chains.ts';
import { sendThenSave, takeNextNonceOnError } from './flawed-sends.ts';
import { type SimulationOptions, type SimulationReport, simulate } from './simulate.ts';

/** SEND_SEEDS=20000 is the full run. */
const SEEDS = Number.parseInt(process.env.SEND_SEEDS ?? '2000', 10);

test(`${SEEDS} faulty minutes: nothing lost, nothing paid twice, no false status, nothing stuck`, async () => {
  const total = {
    ...{ requests: 0, shielded: 0, crashes: 0, reorganisations: 0 },
    ...{ cancelled: 0, expired: 0, spedUp: 0 },
  };
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const report = await simulate({ seed });
    expect({ seed, ...errorsOf(report) }).toEqual({ seed, ...NO_ERRORS });
    total.requests += report.requests;
    total.shielded += report.shielded;
    total.crashes += report.crashes;
    total.reorganisations += report.reorganisations;
    total.cancelled += report.cancelled;
    total.expired += report.expired;
    total.spedUp += report.spedUp;
  }
  // The faults did occur.
  expect(total.requests).toBeGreaterThan(SEEDS * 3);
  expect(total.shielded).toBeGreaterThan(SEEDS);
  expect(total.crashes).toBeGreaterThan(SEEDS);
  expect(total.reorganisations).toBeGreaterThan(SEEDS);
  // So did what users and time do to payments.
  expect(total.cancelled).toBeGreaterThan(SEEDS / 10);
  expect(total.expired).toBeGreaterThan(SEEDS / 50);
  expect(total.spedUp).toBeGreaterThan(SEEDS / 5);
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
  expect(await falseStatusesWithin10({ alterChain: trustCounts })).toBeGreaterThan(0);
});

test('a server that calls a payment cancelled once a node has its cancellation is caught within 10 seeds', async () => {
  const found = await falseStatusesWithin10({ alterChain: trustAcceptance, cancelling: 1 });
  expect(found).toBeGreaterThan(0);
});

test('a server that keeps sending an expired payment is caught within 10 seeds', async () => {
  expect(await falseStatusesWithin10({ alterChain: keepSending, surges: 1 })).toBeGreaterThan(0);
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

async function falseStatusesWithin10(flaw: Omit<SimulationOptions, 'seed'>): Promise<number> {
  let found = 0;
  for (let seed = 1; seed <= 10; seed += 1) {
    found += (await simulate({ seed, ...flaw })).falseStatus.length;
  }
  return found;
}
