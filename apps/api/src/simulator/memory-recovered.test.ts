import { createMemoryOperations } from './memory-operations.ts';
import { createMemoryRepository } from './memory-repository.ts';
import { describeRecovered } from './recovered-transactions-contract.ts';

describeRecovered('recovered transactions in memory', async () => {
  const repository = createMemoryRepository();
  let passedMs = 0;
  const now = () => new Date(Date.now() + passedMs);
  return {
    operations: createMemoryOperations(repository, { now }),
    async failOver() {
      repository.server.timeline += 1;
    },
    async passMs(ms) {
      passedMs += ms;
    },
    exportKeys: async (userId) => void repository.exportedUsers.add(userId),
  };
});
