import { beforeEach, describe } from 'vitest';
import { describeAllowances } from './operations-contract/allowances.ts';
import { describeClaimEnds } from './operations-contract/claim-ends.ts';
import { describeClaims } from './operations-contract/claims.ts';
import { describePaymentRequests } from './operations-contract/payment-requests.ts';
import { describeRaces } from './operations-contract/races.ts';
import { describeReading } from './operations-contract/reading.ts';
import { describeRequests } from './operations-contract/requests.ts';
import { describeSigning } from './operations-contract/signing.ts';
import { describeSigningPlans } from './operations-contract/signing-plans.ts';
import type { EmptyRepository } from './operations-contract/steps.ts';

/** Declares the tests of everything that the port guarantees; each implementation runs them. */
export function describeOperations(name: string, openEmpty: () => Promise<EmptyRepository>): void {
  describe(name, () => {
    let repository: EmptyRepository;
    beforeEach(async () => {
      repository = await openEmpty();
    });
    describeSigning(() => repository);
    describeRaces(() => repository);
    describeClaims(() => repository);
    describeRequests(() => repository);
    describeReading(() => repository);
    describeAllowances(() => repository);
    describePaymentRequests(() => repository);
    describeClaimEnds(() => repository);
    describeSigningPlans(() => repository);
  });
}
