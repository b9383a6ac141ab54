import { expect, test } from 'vitest';
import { FAILOVER_PAUSE_MS } from '#domain/operation/lost-commits';
import { keepSending, trustAcceptance, trustCounts } from './flawed-chains.ts';
import { fillWithoutLooking } from './flawed-fills.ts';
import { ignoreFailovers, trustOtherWallets } from './flawed-records.ts';
import { sendThenSave, takeNextNonceOnError } from './flawed-sends.ts';
import { type SimulationOptions, type SimulationReport, simulate } from './simulate.ts';

/** SEND_SEEDS=20000 is the full run. */
const SEEDS = Number.parseInt(process.env.SEND_SEEDS ?? '1000', 10);

/** Several times what a machine needs that does nothing else. */
const WITHIN_MS = 60_000 + SEEDS * 300;

/** From the last fault on: a process may still stand still for two minutes, and payments pause after a failover. */
const LONGEST_WAIT_MS = 180_000;

test(
  `${SEEDS} faulty minutes: nothing lost, nothing paid twice, no false status, nothing stuck`,
  async () => {
    const total = {
      ...{ requests: 0, shielded: 0, crashes: 0, freezes: 0, reorganisations: 0 },
      ...{ cancelled: 0, expired: 0, spedUp: 0, filled: 0 },
      ...{ failovers: 0, lostOperations: 0, adopted: 0, unseenBehindGap: 0 },
      ...{ accountFreezes: 0, refusedFrozen: 0 },
      ...{ shared: 0, sharedPaid: 0, sharedForgotten: 0, refusedOver: 0 },
      ...{ ownersSigned: 0, ownersNotSigned: 0 },
    };
    const longest = { truthMs: 0, laneMs: 0, gapMs: 0 };
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
      total.freezes += report.freezes;
      total.accountFreezes += report.accountFreezes;
      total.refusedFrozen += report.refusedFrozen;
      total.filled += report.filled;
      total.shared += report.shared;
      total.sharedPaid += report.sharedPaid;
      total.sharedForgotten += report.sharedForgotten;
      total.refusedOver += report.refusedOver;
      total.ownersSigned += report.ownersSigned;
      total.ownersNotSigned += report.ownersNotSigned;
      total.failovers += report.failovers;
      total.lostOperations += report.lostOperations;
      total.adopted += report.adopted;
      total.unseenBehindGap += report.unseenBehindGap.length;
      longest.truthMs = Math.max(longest.truthMs, report.truthMs);
      longest.laneMs = Math.max(longest.laneMs, report.laneMs);
      longest.gapMs = Math.max(longest.gapMs, report.gapMs);
    }
    console.info(JSON.stringify({ ...total, ...longest }));
    expect(total.unseenBehindGap).toBeLessThanOrEqual(1 + SEEDS / 5_000);
    // The faults did occur.
    expect(total.requests).toBeGreaterThan(SEEDS * 3);
    expect(total.shielded).toBeGreaterThan(SEEDS);
    expect(total.crashes).toBeGreaterThan(SEEDS);
    expect(total.reorganisations).toBeGreaterThan(SEEDS);
    expect(total.freezes).toBeGreaterThan(SEEDS / 5);
    expect(total.accountFreezes).toBeGreaterThan(SEEDS / 10);
    expect(total.refusedFrozen).toBeGreaterThan(SEEDS / 50);
    expect(total.failovers).toBeGreaterThan(SEEDS / 20);
    expect(total.lostOperations).toBeGreaterThan(SEEDS / 50);
    // The truth is known soon, and no payment keeps the ones behind it waiting.
    expect(longest.truthMs).toBeLessThan(LONGEST_WAIT_MS + FAILOVER_PAUSE_MS);
    expect(longest.laneMs).toBeLessThan(LONGEST_WAIT_MS + FAILOVER_PAUSE_MS);
    expect(longest.gapMs).toBeLessThan(LONGEST_WAIT_MS + FAILOVER_PAUSE_MS);
    expect(total.filled).toBeGreaterThan(SEEDS / 100);
    // Several users paid one request.
    expect(total.sharedPaid).toBeGreaterThan(SEEDS / 10);
    expect(total.refusedOver).toBeGreaterThan(SEEDS / 10);
    // Owners signed, or did otherwise.
    expect(total.ownersSigned).toBeGreaterThan(SEEDS / 4);
    expect(total.ownersNotSigned).toBeGreaterThan(SEEDS / 4);
    // So did what users and time do to payments.
    expect(total.cancelled).toBeGreaterThan(SEEDS / 10);
    expect(total.expired).toBeGreaterThan(SEEDS / 50);
    expect(total.spedUp).toBeGreaterThan(SEEDS / 5);
  },
  WITHIN_MS,
);

test('the same seed gives the same verdict', async () => {
  expect(await simulate({ seed: 7 })).toEqual(await simulate({ seed: 7 }));
});

test('a server that sends first and saves afterwards is caught within 10 seeds', async () => {
  const caught = await errorsWithin10(() => simulateFlawed(sendThenSave));
  expect(caught).toBeGreaterThan(0);
});

test('a server that takes the next nonce on an error is caught within 10 seeds', async () => {
  const caught = await errorsWithin10(() => simulateFlawed(takeNextNonceOnError));
  expect(caught).toBeGreaterThan(0);
});

test('a server that takes a count for a replacement is caught within 10 seeds', async () => {
  // One machine of a URL finds transactions at once, the other late.
  const backends = [[0, 20].map((index) => ({ head: 0, index }))];
  const found = await falseStatusesWithin10({ alterChain: trustCounts, backends });
  expect(found).toBeGreaterThan(0);
});

test('a server that calls a payment cancelled once a node has its cancellation is caught within 10 seeds', async () => {
  const found = await falseStatusesWithin10({ alterChain: trustAcceptance, cancelling: 1 });
  expect(found).toBeGreaterThan(0);
});

test('a server that keeps sending an expired payment is caught within 10 seeds', async () => {
  expect(await falseStatusesWithin10({ alterChain: keepSending, surges: 1 })).toBeGreaterThan(0);
});

test('a server that fills the nonce of a stored payment is caught within 10 seeds', async () => {
  let lost = 0;
  for (let seed = 1; seed <= 10; seed += 1) {
    lost += (await simulate({ seed, flaws: { createFill: fillWithoutLooking } })).lost.length;
  }
  expect(lost).toBeGreaterThan(0);
});

/** Users send again and again, one of two machines is 20 seconds behind, and the database fails over all the time. */
const FAILOVERS = {
  ...{ losses: 1, failovers: 20, rushes: 1, surges: 0, drains: 0, caps: 0 },
  backends: [[0, 10].map((head) => ({ head, index: 0 }))],
};

test.each([
  ['does not notice a failover', ignoreFailovers, FAILOVERS],
  [
    'takes lost payments for those of another wallet',
    trustOtherWallets,
    { losses: 1, failovers: 8 },
  ],
])('a server that %s is caught within 10 seeds', async (_name, alterRecords, conditions) => {
  let found = 0;
  for (let seed = 1; seed <= 10; seed += 1) {
    const report = await simulate({ seed, alterRecords, ...conditions });
    found += report.double.length + report.falseStatus.length;
  }
  expect(found).toBeGreaterThan(0);
});

test('and nothing else in the same 10 seeds of failovers', async () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    expect({ seed, ...errorsOf(await simulate({ seed, ...FAILOVERS })) }).toEqual({
      seed,
      ...NO_ERRORS,
    });
  }
});

const NO_ERRORS = {
  ...{ lost: [], double: [], falseStatus: [], stuck: [] },
  ...{ freezeErrors: [], requestErrors: [] },
};

function errorsOf(report: SimulationReport) {
  const { lost, double, falseStatus, stuck, freezeErrors, requestErrors } = report;
  return { lost, double, falseStatus, stuck, freezeErrors, requestErrors };
}

function simulateFlawed(flaw: typeof sendThenSave): (seed: number) => Promise<SimulationReport> {
  return (seed) => simulate({ seed, flaws: { createSend: flaw(new Map()) } });
}

async function errorsWithin10(
  prepare: () => (seed: number) => Promise<SimulationReport>,
): Promise<number> {
  let found = 0;
  for (let seed = 1; seed <= 10; seed += 1) {
    const { double, lost } = await prepare()(seed);
    found += double.length + lost.length;
  }
  return found;
}

async function falseStatusesWithin10(flaw: Omit<SimulationOptions, 'seed'>): Promise<number> {
  let found = 0;
  for (let seed = 1; seed <= 10; seed += 1) {
    found += (await simulate({ seed, ...flaw })).falseStatus.length;
  }
  return found;
}
