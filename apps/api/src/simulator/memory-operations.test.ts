import { createMemoryOperations, createMemoryRepository } from './memory-operations.ts';
import { describeOperations } from './operations-contract.ts';

describeOperations('the book of payments in memory', async () => {
  const repository = createMemoryRepository();
  return { operations: createMemoryOperations(repository), notices: async () => repository.outbox };
});
