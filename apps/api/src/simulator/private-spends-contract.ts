import { beforeEach, describe } from 'vitest';
import { createPrivateSpendSteps } from './private-spend-steps.ts';
import { describeConsolidations } from './private-spends-contract/consolidations.ts';
import { describeEnds } from './private-spends-contract/ends.ts';
import type { EmptyPrivateSpends, Opened } from './private-spends-contract/opened.ts';
import { describeProofs, describeProvedClaims } from './private-spends-contract/proofs.ts';
import {
  describeLocks,
  describeLostClaims,
  describeQueue,
} from './private-spends-contract/queue.ts';
import { describePrecomputing, describeReading } from './private-spends-contract/reading.ts';
import { describeSigning } from './private-spends-contract/signing.ts';
import { describeStoring } from './private-spends-contract/storing.ts';

/** Declares the tests of everything that the port promises; each implementation runs them. */
export function describePrivateSpends(
  name: string,
  openEmpty: () => Promise<EmptyPrivateSpends>,
): void {
  describe(name, () => {
    let opened: Opened;
    beforeEach(async () => {
      const empty = await openEmpty();
      opened = { ...empty, ...createPrivateSpendSteps(empty.spends, empty.operations) };
    });
    const open = () => opened;
    describe('storing', () => describeStoring(open));
    describe('storing a consolidation', () => describeConsolidations(open));
    describe('the queue', () => describeQueue(open));
    describe('a lost claim', () => describeLostClaims(open));
    describe('waiting for the wallet', () => describeLocks(open));
    describe('a proof', () => describeProofs(open));
    describe('claiming what was proved', () => describeProvedClaims(open));
    describe('signing', () => describeSigning(open));
    describe('ending what was not signed', () => describeEnds(open));
    describe('reading', () => describeReading(open));
    describe('a precomputed proof', () => describePrecomputing(open));
  });
}
