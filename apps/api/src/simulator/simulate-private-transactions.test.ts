import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { guessUnspent, ignoreCopies } from './flawed-chains.ts';
import {
  type PrivateReport,
  type PrivateSimulationOptions,
  simulatePrivateTransactions,
} from './simulate-private-transactions.ts';

/** PRIVATE_TRANSACTION_SEEDS=2000 is the full run. */
const SEEDS = Number.parseInt(process.env.PRIVATE_TRANSACTION_SEEDS ?? '300', 10);

// The prover's heartbeat is a real timer; a simulated process that dies would leave it running.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterAll(() => {
  vi.useRealTimers();
});

test(`${SEEDS} faulty minutes of private payments: no note spent twice, nothing paid twice, all notes freed`, async () => {
  const total = { paid: 0, paidByCopy: 0, paidThoughCancelling: 0, consolidated: 0, cancelled: 0 };
  const faults = { copies: 0, crashes: 0, reorganisations: 0 };
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const report = await simulatePrivateTransactions({ seed });
    expect({ seed, ...errorsOf(report) }).toEqual({ seed, ...NO_ERRORS });
    total.paid += report.paid;
    total.consolidated += report.consolidated;
    total.cancelled += report.cancelled;
    total.paidByCopy += report.paidByCopy;
    total.paidThoughCancelling += report.paidThoughCancelling;
    faults.copies += report.copies;
    faults.crashes += report.crashes;
    faults.reorganisations += report.reorganisations;
  }
  // The faults did occur, and money moved.
  expect(total.paid).toBeGreaterThan(SEEDS);
  expect(total.consolidated).toBeGreaterThan(SEEDS / 10);
  expect(total.cancelled).toBeGreaterThan(SEEDS / 20);
  expect(total.paidByCopy).toBeGreaterThan(SEEDS);
  expect(total.paidThoughCancelling).toBeGreaterThan(SEEDS / 50);
  expect(faults.copies).toBeGreaterThan(total.paidByCopy);
  expect(faults.crashes).toBeGreaterThan(SEEDS);
  expect(faults.reorganisations).toBeGreaterThan(SEEDS);
}, 600_000);

test('the same seed gives the same verdict', async () => {
  expect(await simulatePrivateTransactions({ seed: 7 })).toEqual(
    await simulatePrivateTransactions({ seed: 7 }),
  );
});

test('a server that forgets its idempotency keys is caught within 10 seeds', async () => {
  const isCaught = await isCaughtWithin(10, { flaw: 'forgets-keys' }, ({ double }) => double);
  expect(isCaught).toBe(true);
});

test.each([
  ['does not look for copies', 10, ignoreCopies],
  ['takes notes for unspent while no node can tell', 50, guessUnspent],
])(
  'a server that %s lets users pay twice, and is caught within %i seeds',
  async (_how, seeds, alterChain) => {
    expect(await isCaughtWithin(seeds, { alterChain }, ({ double }) => double)).toBe(true);
  },
);

// It takes a block that is reorganised away after the wallet has seen it: about one seed in 200 has one.
test('a repository that reserves no notes is caught within 1,000 seeds', async () => {
  const isCaught = await isCaughtWithin(
    1_000,
    { flaw: 'reserves-nothing' },
    ({ noteErrors }) => noteErrors,
  );
  expect(isCaught).toBe(true);
});

const NO_ERRORS = { lost: [], double: [], falseStatus: [], stuck: [], noteErrors: [] };

function errorsOf({ lost, double, falseStatus, stuck, noteErrors }: PrivateReport) {
  return { lost, double, falseStatus, stuck, noteErrors };
}

async function isCaughtWithin(
  seeds: number,
  flawed: Omit<PrivateSimulationOptions, 'seed'>,
  errorIn: (report: PrivateReport) => readonly string[],
): Promise<boolean> {
  for (let seed = 1; seed <= seeds; seed += 1) {
    if (errorIn(await simulatePrivateTransactions({ seed, ...flawed })).length > 0) return true;
  }
  return false;
}
