import { createMemoryOperations } from './memory-operations.ts';
import { addMemoryRequest } from './memory-payment-requests.ts';
import { createMemoryRepository } from './memory-repository.ts';
import { createMemorySigningPlans } from './memory-signing-plans.ts';
import type { EmptyRepository } from './operations-contract/steps.ts';
import { describeOperations } from './operations-contract.ts';

describeOperations('operations in memory', openEmpty);

async function openEmpty(): Promise<EmptyRepository> {
  const repository = createMemoryRepository();
  return {
    operations: createMemoryOperations(repository),
    signingPlans: createMemorySigningPlans(repository),
    notices: async () => repository.outbox,
    removeUser: async (userId) => void repository.removedUsers.add(userId),
    exportKeys: async (userId) => void repository.exportedUsers.add(userId),
    addPaymentRequest: async (tag, dates) => addMemoryRequest(repository, tag, dates),
    payerOf: async (tag) => repository.paymentRequests.get(tag)?.operationId ?? null,
    addClaim: async (id) => void repository.claimEnds.set(id, null),
    endOf: async (id) => repository.claimEnds.get(id) ?? null,
  };
}
