import { createMemoryBook } from './memory-operations.ts';
import { createMemorySpends } from './memory-spend-rows.ts';
import { createMemorySpendBook } from './memory-spends.ts';
import { describePrivateSpends } from './private-spends-contract.ts';

describePrivateSpends('private operations in memory', async () => {
  const book = createMemoryBook();
  const given = { roundTrip: async () => {}, owner: {}, tell: () => {} };
  return {
    ...createMemorySpendBook(book, createMemorySpends(), given),
    notices: async () => book.outbox,
  };
});
