import { addMemoryRequest } from './memory-payment-requests.ts';
import { createMemoryPrivateTransactions } from './memory-private-rows.ts';
import { createMemoryPrivateTransactionRepository } from './memory-private-transactions.ts';
import { createMemoryRepository } from './memory-repository.ts';
import { createMemorySigningPlans } from './memory-signing-plans.ts';
import { describePrivateTransactions } from './private-transactions-contract.ts';

describePrivateTransactions('private operations in memory', async () => {
  const repository = createMemoryRepository();
  const given = { roundTrip: async () => {}, owner: {}, notify: () => {} };
  return {
    ...createMemoryPrivateTransactionRepository(
      repository,
      createMemoryPrivateTransactions(),
      given,
    ),
    signingPlans: createMemorySigningPlans(repository),
    notices: async () => repository.outbox,
    failOver: async () => void repository.server.seenAt.set(repository.server.timeline, new Date()),
    unfreeze: async (userId) => void repository.frozenUsers.delete(userId),
    addPaymentRequest: async (tag, dates) => addMemoryRequest(repository, tag, dates),
    addClaim: async (id) => void repository.claimEnds.set(id, null),
    endOf: async (id) => repository.claimEnds.get(id) ?? null,
    removeUser: async (userId) => void repository.removedUsers.add(userId),
  };
});
