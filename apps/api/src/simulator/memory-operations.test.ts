import { createMemoryBook, createMemoryOperations } from './memory-operations.ts';
import { describeOperations } from './operations-contract.ts';

describeOperations('the book of payments in memory', async () => {
  const book = createMemoryBook();
  return { operations: createMemoryOperations(book), notices: async () => book.outbox };
});
