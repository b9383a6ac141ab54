import { describe, expect, test } from 'vitest';
import { ignoreFeeCap, trustNumbers, trustReceipts } from './flawed-chains.ts';
import {
  claimBesides,
  endHoldsByTime,
  forgetEnds,
  overlookFreezes,
  storeLateClaims,
} from './flawed-operations.ts';
import { overlookNonces, sendThenStore, takeEndedPlans, trustSignatures } from './flawed-owners.ts';
import { type SimulationOptions, simulate } from './simulate.ts';

/** One of four machines behind the URL shows what was true a minute ago. */
const LATE_MACHINE = [[0, 0, 0, 30].map((head) => ({ head, index: 0 }))];

/** Nothing else goes wrong that would keep payments from competing for the same money. */
const RUSH = {
  ...{ rushes: 1, backends: LATE_MACHINE },
  ...{ surges: 0, drains: 0, losses: 0, caps: 0, cancelling: 0 },
};
const CAPPED = { caps: 1, cancelling: 1 };
const FREEZING = { isFreezing: true };
const SHARING = { isSharing: true, isOwning: false };
const OWNING = { isOwning: true, isSharing: false };
const NEVER_ENDS = /\((?:signed|broadcast)\)$/;
const CACHED = { oldResponses: 0.6, isSharing: false };

describe('within 10 seeds, the simulator catches', () => {
  test('a server that ends what a payment holds by time, and not by its block', async () => {
    const errors = await errorsOf({ ...RUSH, alterOperations: endHoldsByTime });
    expect(errors).toContainEqual(expect.stringMatching(/had no money left$/));
  });

  test('a server that signs a rung above what nodes take', async () => {
    const errors = await errorsOf({ ...CAPPED, alterChain: ignoreFeeCap });
    expect(errors).toContainEqual(expect.stringMatching(/is taken by no node$/));
  });

  test('a server that takes a receipt without looking at its block', async () => {
    const errors = await errorsOf({ alterChain: trustReceipts });
    expect(errors).toContainEqual(expect.stringMatching(/\(confirmed\) has 0 transactions/));
  });

  test('a server that takes a block of the right number for a final one', async () => {
    const errors = await errorsOf({ ...CACHED, alterChain: trustNumbers });
    expect(errors).toContainEqual(expect.stringMatching(/\(confirmed\) has 0 transactions/));
  });

  test('a worker that stores what it found under a claim that another one has taken over', async () => {
    const errors = await errorsOf({ cancelling: 1, alterOperations: storeLateClaims });
    expect(errors).toContainEqual(expect.stringMatching(/was cancelled, and that is forgotten$/));
  });

  test.each([
    ['sends what an owner signed before it is stored', sendThenStore, /was paid \d times$/],
    [
      'takes signatures of a plan that its owner cancelled',
      takeEndedPlans,
      /was refused and paid$/,
    ],
    ['takes whatever an owner signed', trustSignatures, NEVER_ENDS],
    ['stores signatures of one nonce under another', overlookNonces, NEVER_ENDS],
  ])('a server that %s', async (_flaw, createSign, error) => {
    const errors = await errorsOf({ ...OWNING, flaws: { createSign } });
    expect(errors).toContainEqual(expect.stringMatching(error));
  });

  test('a server that signs for an account that was frozen meanwhile', async () => {
    const errors = await errorsOf({ ...FREEZING, alterOperations: overlookFreezes });
    expect(errors).toContainEqual(expect.stringMatching(/had frozen the account$/));
  });

  test('a server that takes a payment request before it stores the payment of it', async () => {
    const errors = await errorsOf({ ...SHARING, alterOperations: claimBesides });
    expect(errors).toContainEqual(expect.stringMatching(/^request .* was paid 2 times$/));
  });

  test('a server that never gives a payment request back', async () => {
    const errors = await errorsOf({ ...SHARING, cancelling: 1, alterOperations: forgetEnds });
    expect(errors).toContainEqual(expect.stringMatching(/^request .* and was paid 0 times$/));
  });
});

test.each([
  ['rushes', RUSH],
  ['shared payment requests', { ...SHARING, cancelling: 1 }],
  ['capped fees', CAPPED],
  ['responses from a cache', CACHED],
  ['accounts that are frozen', FREEZING],
  ['users who alone have their keys', OWNING],
])('and nothing else in the same 10 seeds of %s', async (_what, conditions) => {
  expect(await errorsOf(conditions)).toEqual([]);
});

async function errorsOf(conditions: Omit<SimulationOptions, 'seed'>): Promise<readonly string[]> {
  const errors: string[] = [];
  for (let seed = 1; seed <= 10; seed += 1) {
    const report = await simulate({ seed, ...conditions });
    const { lost, double, falseStatus, stuck, freezeErrors, requestErrors } = report;
    errors.push(...lost, ...double, ...falseStatus, ...stuck, ...freezeErrors, ...requestErrors);
  }
  return errors;
}
