import { createMemoryOperations } from '../memory-operations.ts';
import { createMemoryRepository } from '../memory-repository.ts';
import { describeDeliveries } from './deliveries-contract.ts';
import { createMemorySwaps } from './memory-swaps.ts';
import { describeSwaps } from './swaps-contract.ts';

describeSwaps('swaps in memory', async () => {
  const repository = createMemoryRepository();
  return {
    swaps: createMemorySwaps({ offers: new Map(), swaps: repository.swaps }),
    operations: createMemoryOperations(repository),
  };
});

describeDeliveries('deliveries of swaps in memory', async () =>
  createMemorySwaps({ offers: new Map(), swaps: new Map() }),
);
