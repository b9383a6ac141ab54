import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { guessUnspent, ignoreCopies, overlookParts } from './flawed-chains.ts';
import { ignoreLostPayments } from './flawed-records.ts';
import {
  ignoreLimit,
  repriceNothing,
  sendBeforeStoring,
  signWithNewest,
  signWithNextNonce,
} from './flawed-repricing.ts';
import {
  chooseAgain,
  endNoPrivatePlan,
  proveUnsigned,
  takeEndedPrivatePlans,
  trustPrivateSignatures,
} from './private-owners/flawed-private-owners.ts';
import type { PrivateReport } from './private-report.ts';
import {
  type PrivateSimulationOptions,
  simulatePrivateTransactions,
} from './simulate-private-transactions.ts';

/** PRIVATE_TRANSACTION_SEEDS=20000 is the full run. */
const SEEDS = Number.parseInt(process.env.PRIVATE_TRANSACTION_SEEDS ?? '500', 10);

/** Several times what a machine needs that does nothing else. */
const WITHIN_MS = 60_000 + SEEDS * 1_500;

/** With all faults, while fees stay above every rung that was signed before. */
const LONGEST_WAIT_MS = 10 * 60_000;
/** A payment expires after a day when fees are above the limit, however long they stay there; time passes in steps. */
const LONGEST_WAIT_ABOVE_LIMIT_MS = 29 * 60 * 60_000;

// The prover's heartbeat is a real timer; a simulated process that dies would leave it running.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterAll(() => {
  vi.useRealTimers();
});

test(
  `${SEEDS} faulty minutes of private payments: no note spent twice, nothing paid twice, all notes freed`,
  async () => {
    const total = {
      ...{ requests: 0, paid: 0, consolidated: 0, cancelled: 0, crashes: 0, reorganisations: 0 },
      ...{ surges: 0, repriced: 0, expired: 0 },
      ...{ copies: 0, paidByCopy: 0, paidThoughCancelling: 0, paidInPart: 0 },
      ...{ failovers: 0, lostOperations: 0, found: 0, byNext: 0, freezes: 0, endedByFreeze: 0 },
      ...{ sharedPaid: 0, sharedForgotten: 0, refusedOver: 0 },
      repeatedLostEnds: 0,
      ...{ movedElsewhere: 0, notesTaken: 0 },
      ...{ signed: 0, paidOfSigned: 0, cancelledPlans: 0, replacedPlans: 0, expiredPlans: 0 },
    };
    const longest = { laneMs: 0, laneAboveLimitMs: 0 };
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const report = await simulatePrivateTransactions({ seed });
      expect({ seed, ...errorsOf(report) }).toEqual({ seed, ...NO_ERRORS });
      total.requests += report.requests;
      total.paid += report.paid;
      total.consolidated += report.consolidated;
      total.cancelled += report.cancelled;
      total.crashes += report.crashes;
      total.reorganisations += report.reorganisations;
      total.surges += report.surge === 'none' ? 0 : 1;
      total.repriced += report.repriced;
      total.copies += report.copies;
      total.paidByCopy += report.paidByCopy;
      total.paidInPart += report.paidInPart.length;
      if (report.proofs === 'bound')
        expect({ seed, inPart: report.paidInPart }).toEqual({ seed, inPart: [] });
      total.paidThoughCancelling += report.paidThoughCancelling;
      total.expired += report.expired;
      total.failovers += report.failovers;
      total.lostOperations += report.lostOperations;
      total.found += report.found;
      total.byNext += report.byNext;
      total.freezes += report.freezes;
      total.endedByFreeze += report.endedByFreeze;
      total.sharedPaid += report.sharedPaid;
      total.sharedForgotten += report.sharedForgotten;
      total.refusedOver += report.refusedOver;
      total.repeatedLostEnds += report.repeatedLostEnds.length;
      total.movedElsewhere += report.movedElsewhere;
      total.notesTaken += report.notesTaken;
      total.signed += report.plans.signed;
      total.paidOfSigned += report.plans.paid;
      total.cancelledPlans += report.plans.cancelled;
      total.replacedPlans += report.plans.replaced;
      total.expiredPlans += report.plans.expired;
      const isAboveLimit = report.surge === 'above-limit' || report.surge === 'for-a-day';
      const lane = isAboveLimit ? 'laneAboveLimitMs' : 'laneMs';
      longest[lane] = Math.max(longest[lane], report.laneMs);
    }
    console.info(JSON.stringify({ ...total, ...longest }));
    expect(total.repeatedLostEnds).toBeLessThanOrEqual(1 + SEEDS / 5_000);
    // The faults did occur, and money moved.
    expect(total.paid).toBeGreaterThan(SEEDS);
    expect(total.consolidated).toBeGreaterThan(SEEDS / 10);
    expect(total.cancelled).toBeGreaterThan(SEEDS / 20);
    expect(total.crashes).toBeGreaterThan(SEEDS);
    expect(total.reorganisations).toBeGreaterThan(SEEDS);
    expect(total.repriced).toBeGreaterThan(SEEDS / 10);
    expect(total.expired).toBeGreaterThan(SEEDS / 50);
    expect(total.paidByCopy).toBeGreaterThan(SEEDS / 2);
    expect(total.paidThoughCancelling).toBeGreaterThan(SEEDS / 100);
    expect(total.copies).toBeGreaterThan(total.paidByCopy);
    expect(total.paidInPart).toBeGreaterThan(SEEDS / 30);
    expect(total.failovers).toBeGreaterThan(SEEDS / 10);
    expect(total.found).toBeGreaterThan(SEEDS / 100);
    expect(total.byNext).toBeGreaterThan(SEEDS / 4);
    expect(total.freezes).toBeGreaterThan(SEEDS);
    expect(total.endedByFreeze).toBeGreaterThan(SEEDS / 10);
    expect(total.sharedPaid).toBeGreaterThan(SEEDS / 10);
    expect(total.refusedOver).toBeGreaterThan(SEEDS / 10);
    // Owners signed, or did otherwise.
    expect(total.signed).toBeGreaterThan(SEEDS);
    expect(total.paidOfSigned).toBeGreaterThan(SEEDS / 2);
    expect(total.cancelledPlans).toBeGreaterThan(SEEDS / 4);
    expect(total.replacedPlans).toBeGreaterThan(SEEDS);
    expect(total.expiredPlans).toBeGreaterThan(SEEDS / 50);
    expect(total.notesTaken).toBeGreaterThan(SEEDS / 50);
    // No payment keeps the others waiting for fees to fall.
    expect(longest.laneMs).toBeLessThan(LONGEST_WAIT_MS);
    expect(longest.laneAboveLimitMs).toBeLessThan(LONGEST_WAIT_ABOVE_LIMIT_MS);
  },
  WITHIN_MS,
);

test('the same seed gives the same verdict', async () => {
  expect(await simulatePrivateTransactions({ seed: 7 })).toEqual(
    await simulatePrivateTransactions({ seed: 7 }),
  );
});

/** Owners sign at moments of their own. */
const SHARING = { isSharing: true, isOwning: false } as const;

test('a server that takes a payment request apart from storing the payment is caught within 10 seeds', async () => {
  const flawed = { ...SHARING, flaw: 'claims-besides' } as const;
  expect(await isCaughtWithin(10, flawed, ({ double }) => double)).toBe(true);
});

test('and nothing else in the same 10 seeds of shared payment requests', async () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const report = await simulatePrivateTransactions({ seed, ...SHARING });
    expect({ seed, ...errorsOf(report) }).toEqual({ seed, ...NO_ERRORS });
  }
});

test('a server that forgets its idempotency keys is caught within 10 seeds', async () => {
  const isCaught = await isCaughtWithin(10, { flaw: 'forgets-keys' }, ({ double }) => double);
  expect(isCaught).toBe(true);
});

/** Strangers copy every payment, and one of two machines shows what was true 20 seconds ago. */
const LATE_COPIES: Omit<PrivateSimulationOptions, 'seed'> = {
  ...{ surge: 'none', copying: 1 },
  backends: [[0, 10].map((head) => ({ head, index: 0 }))],
};

test.each([
  ['does not look for copies', ignoreCopies, {}],
  ['takes notes for unspent while no node can tell', guessUnspent, LATE_COPIES],
])(
  'a server that %s lets users pay twice, and is caught within 10 seeds',
  async (_how, alterChain, conditions) => {
    const flawed = { alterChain, ...conditions };
    expect(await isCaughtWithin(10, flawed, ({ double }) => double)).toBe(true);
  },
);

test('and nothing else in the same 10 seeds of copies', async () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const report = await simulatePrivateTransactions({ seed, ...LATE_COPIES });
    expect({ seed, ...errorsOf(report) }).toEqual({ seed, ...NO_ERRORS });
  }
});

test('nor in 30 seeds of nodes with blocks and receipts that the chain gave up', async () => {
  for (let seed = 1; seed <= 30; seed += 1) {
    const report = await simulatePrivateTransactions({ seed, ...LATE_COPIES, oldResponses: 0.6 });
    expect({ seed, ...errorsOf(report) }).toEqual({ seed, ...NO_ERRORS });
  }
});

test('a prover that does not bind its proofs lets strangers pay in part, and is caught within 10 seeds', async () => {
  const flawed = { proofs: 'separate', isSharing: false } as const;
  expect(await isCaughtWithin(10, flawed, ({ paidInPart }) => paidInPart)).toBe(true);
});

test('a server that calls unsent what was paid in part is caught within 10 seeds', async () => {
  const copied = { surge: 'none', copying: 1 } as const;
  const flawed = { proofs: 'separate', alterChain: overlookParts, ...copied } as const;
  expect(await isCaughtWithin(10, flawed, ({ double }) => double)).toBe(true);
  expect(await isCaughtWithin(10, flawed, ({ falseStatus }) => falseStatus)).toBe(true);
});

// It takes a block that is reorganised away after the wallet has seen it: about one seed in 200 has one.
test('a repository that reserves no notes is caught within 1,000 seeds', async () => {
  const undisturbed = { surge: 'none', isUndisturbed: true, isOwning: false } as const;
  const flawed = { flaw: 'reserves-nothing', ...undisturbed } as const;
  expect(await isCaughtWithin(1_000, flawed, ({ noteErrors }) => noteErrors)).toBe(true);
}, 600_000);

test('a prover that does not look for what a failover lost pays twice, and is caught within 10 seeds', async () => {
  const flawed = { alterBroadcasterRecords: ignoreLostPayments, failovers: 1 } as const;
  const conditions = { surge: 'none', isReplaced: false } as const;
  expect(await isCaughtWithin(10, { ...flawed, ...conditions }, ({ double }) => double)).toBe(true);
});

/** Users freeze their accounts, and a failover leaves open what was sent. */
const FREEZES = { isFreezing: true, surge: 'none', failovers: 1, isReplaced: false } as const;

test('a worker that signs for an account that was frozen meanwhile is caught within 100 seeds', async () => {
  const flawed = { ...FREEZES, flaw: 'signs-frozen' } as const;
  expect(await isCaughtWithin(100, flawed, ({ freezeErrors }) => freezeErrors)).toBe(true);
});

test('a freeze that says it ended what may have been sent is caught within 100 seeds', async () => {
  const flawed = { ...FREEZES, flaw: 'ends-what-was-sent' } as const;
  expect(await isCaughtWithin(100, flawed, ({ falseStatus }) => falseStatus)).toBe(true);
});

test('and nothing else in 30 seeds of accounts that are frozen after failovers', async () => {
  for (let seed = 1; seed <= 30; seed += 1) {
    const report = await simulatePrivateTransactions({ seed, ...FREEZES });
    expect({ seed, ...errorsOf(report) }).toEqual({ seed, ...NO_ERRORS });
  }
});

test('a worker that re-prices nothing keeps everyone waiting, and is caught within 10 seeds', async () => {
  const flawed = { alterRepricing: repriceNothing, surge: 'within-limit' } as const;
  expect(await isCaughtWithin(10, flawed, ({ stuck }) => stuck)).toBe(true);
});

test('a worker that sends what it re-priced before it stores that is caught within 10 seeds', async () => {
  const flawed = { alterRepricing: sendBeforeStoring, surge: 'within-limit' } as const;
  expect(await isCaughtWithin(10, flawed, ({ signatureErrors }) => signatureErrors)).toBe(true);
});

test('a worker that re-prices under another nonce is caught within 10 seeds', async () => {
  const flawed = { alterRepricing: signWithNextNonce, surge: 'within-limit' } as const;
  expect(await isCaughtWithin(10, flawed, ({ signatureErrors }) => signatureErrors)).toBe(true);
});

test('a worker that re-prices with the newest key what another account sent is caught within 10 seeds', async () => {
  const flawed = {
    alterRepricing: signWithNewest,
    surge: 'within-limit',
    isReplaced: true,
  } as const;
  expect(await isCaughtWithin(10, flawed, ({ signatureErrors }) => signatureErrors)).toBe(true);
});

test('and nothing else in the same 10 seeds of fees that rise while the broadcaster is replaced', async () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const given = { surge: 'within-limit', isReplaced: true } as const;
    const report = await simulatePrivateTransactions({ seed, ...given });
    expect({ seed, ...errorsOf(report) }).toEqual({ seed, ...NO_ERRORS });
  }
});

test('nor in 20 seeds of failovers while it is replaced', async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const given = { surge: 'none', isReplaced: true, failovers: 1 } as const;
    const report = await simulatePrivateTransactions({ seed, ...given });
    expect({ seed, ...errorsOf(report) }).toEqual({ seed, ...NO_ERRORS });
  }
});

test('a worker that pays more than the limit is caught within 10 seeds', async () => {
  const flawed = { alterRepricing: ignoreLimit, surge: 'above-limit' } as const;
  expect(await isCaughtWithin(10, flawed, ({ signatureErrors }) => signatureErrors)).toBe(true);
});

/** All users alone have their keys. */
const OWNING = { isOwning: true, surge: 'none', movingElsewhere: 0 } as const;
const OWNING_ELSEWHERE = { ...OWNING, movingElsewhere: 0.5 } as const;

test.each([
  [
    'takes signatures of plans that ended pays what their owner cancelled',
    { alterSigning: takeEndedPrivatePlans },
    ({ falseStatus }) => falseStatus,
  ],
  [
    'does not end the plan of what it stores says that it cancelled what it pays',
    { alterSigning: endNoPrivatePlan },
    ({ falseStatus }) => falseStatus,
  ],
  [
    'stores whatever an owner signed leaves it unproved',
    { alterSigning: trustPrivateSignatures },
    ({ stuck }) => stuck,
  ],
  [
    'proves whatever an owner signed moves what no owner signed',
    { alterSigning: trustPrivateSignatures, alterPool: proveUnsigned },
    ({ ownerErrors }) => ownerErrors,
  ],
] satisfies readonly (readonly [
  string,
  PrivateSimulationOptions['owners'],
  (report: PrivateReport) => readonly string[],
])[])('a server that %s, and is caught within 30 seeds', async (_how, owners, errorIn) => {
  expect(await isCaughtWithin(30, { ...OWNING, owners }, errorIn)).toBe(true);
});

test('a prover that takes other notes than those that an owner signed is caught within 10 seeds', async () => {
  const flawed = { ...OWNING_ELSEWHERE, owners: { alterPool: chooseAgain } };
  expect(await isCaughtWithin(10, flawed, ({ ownerErrors }) => ownerErrors)).toBe(true);
});

test.each([
  ['30 seeds of owners', 30, OWNING],
  ['10 seeds of owners who move notes with another wallet', 10, OWNING_ELSEWHERE],
])('and nothing else in the same %s', async (_what, seeds, conditions) => {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const report = await simulatePrivateTransactions({ seed, ...conditions });
    expect({ seed, ...errorsOf(report) }).toEqual({ seed, ...NO_ERRORS });
  }
});

const NO_ERRORS = {
  ...{ lost: [], double: [], falseStatus: [], stuck: [] },
  ...{ noteErrors: [], signatureErrors: [], freezeErrors: [], requestErrors: [], ownerErrors: [] },
};

function errorsOf(report: PrivateReport) {
  const { lost, double, falseStatus, stuck, ...more } = report;
  const { noteErrors, signatureErrors, freezeErrors, requestErrors, ownerErrors } = more;
  return {
    ...{ lost, double, falseStatus, stuck },
    ...{ noteErrors, signatureErrors, freezeErrors, requestErrors, ownerErrors },
  };
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
