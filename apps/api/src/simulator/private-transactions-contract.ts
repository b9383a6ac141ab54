import { beforeEach, describe } from 'vitest';
import { createPrivateTransactionSteps } from './private-transaction-steps.ts';
import { describePrivateClaimEnds } from './private-transactions-contract/claim-ends.ts';
import { describeConsolidations } from './private-transactions-contract/consolidations.ts';
import { describeEnds } from './private-transactions-contract/ends.ts';
import { describeFreezing } from './private-transactions-contract/freezing.ts';
import type { EmptyPrivateTransactions, Opened } from './private-transactions-contract/opened.ts';
import { describeOwners } from './private-transactions-contract/owners.ts';
import { describePaymentRequests } from './private-transactions-contract/payment-requests.ts';
import {
  describeCopies,
  describeParts,
  describeProofs,
  describeProvedClaims,
} from './private-transactions-contract/proofs.ts';
import {
  describeLocks,
  describeLostClaims,
  describeQueue,
} from './private-transactions-contract/queue.ts';
import { describePrecomputing, describeReading } from './private-transactions-contract/reading.ts';
import { describeRepricing } from './private-transactions-contract/repricing.ts';
import { describeSigning } from './private-transactions-contract/signing.ts';
import { describeStoring } from './private-transactions-contract/storing.ts';

/** Declares the tests of everything that the port guarantees; each implementation runs them. */
export function describePrivateTransactions(
  name: string,
  openEmpty: () => Promise<EmptyPrivateTransactions>,
): void {
  describe(name, () => {
    let opened: Opened;
    beforeEach(async () => {
      const empty = await openEmpty();
      opened = {
        ...empty,
        ...createPrivateTransactionSteps(empty.privateTransactions, empty.operations),
      };
    });
    const open = () => opened;
    describe('storing', () => describeStoring(open));
    describe('storing what its owner signed', () => describeOwners(open));
    describe('storing a consolidation', () => describeConsolidations(open));
    describe('the queue', () => describeQueue(open));
    describe('a lost claim', () => describeLostClaims(open));
    describe('waiting for the wallet', () => describeLocks(open));
    describe('a proof', () => describeProofs(open));
    describe('a copy', () => describeCopies(open));
    describe('a part', () => describeParts(open));
    describe('claiming proved operations', () => describeProvedClaims(open));
    describe('signing', () => describeSigning(open));
    describe('re-pricing', () => describeRepricing(open));
    describe('ending unsigned operations', () => describeEnds(open));
    describe('freezing an account', () => describeFreezing(open));
    describe('reading', () => describeReading(open));
    describe('of payments of one request', () => describePaymentRequests(open));
    describe('of what ends one payment by link', () => describePrivateClaimEnds(open));
    describe('a precomputed proof', () => describePrecomputing(open));
  });
}
