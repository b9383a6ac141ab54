import { expect, it } from 'vitest';
import type { TransactionHash } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { buildDetails } from '#testing/operation';
import type { FinalTransaction } from '../ports/recovered-transactions.ts';
import { createMemoryOperations } from '../simulator/memory-operations.ts';
import { createMemoryRepository } from '../simulator/memory-repository.ts';
import { type ReconcilePorts, reconcileAccount } from './reconcile-account.ts';

const { chainId, account, userId } = buildDetails();
const LOST = 45;

it('brings in every transaction that a failover lost, a part at a time, and signs nothing before', async () => {
  const found: number[] = [];
  const outcomes = await reconcile(createMemoryRepository(), (nonce) => found.push(nonce));
  expect(outcomes).toEqual(['reconciling', 'reconciling', 'complete']);
  expect(found).toEqual(Array.from({ length: LOST }, (_, nonce) => nonce));
});

it('takes only the newest of an account whose keys another wallet may have', async () => {
  const repository = createMemoryRepository();
  repository.server.timeline += 1;
  repository.exportedUsers.add(userId);
  const found: number[] = [];
  const outcomes = await reconcile(repository, (nonce) => found.push(nonce));
  expect(outcomes).toEqual(['complete']);
  expect(found[0]).toBe(LOST - 20);
});

/** Repeats as a user's page does. @returns each outcome, until there is nothing to reconcile any more */
async function reconcile(
  repository: ReturnType<typeof createMemoryRepository>,
  onFound: (nonce: number) => void,
): Promise<readonly string[]> {
  let passedMs = 0;
  const clock = { now: () => new Date(Date.now() + passedMs) };
  const operations = createMemoryOperations(repository, clock);
  const chain: ReconcilePorts['chain'] = {
    transactionCount: async () => LOST,
    nextInPools: async () => LOST,
    finalTransactionOf: async () => null,
    async finalTransaction(_owner, nonce) {
      onFound(nonce);
      return transactionWith(nonce);
    },
  };
  // A failover is noted by the first look, and nothing is signed for two minutes.
  await operations.records({ chainId, account, userId });
  passedMs += 121_000;
  const outcomes: string[] = [];
  while (outcomes.at(-1) !== 'complete' && outcomes.length < 10) {
    const ports = {
      operations,
      chain,
      clock: { ...clock, sleep: async () => {} },
      report: () => {},
    };
    outcomes.push((await reconcileAccount(ports, { chainId, account, userId })).kind);
  }
  return outcomes;
}

function transactionWith(nonce: number): FinalTransaction {
  return {
    nonce,
    hash: `0x${nonce.toString(16).padStart(64, '0')}` as TransactionHash,
    raw: '0x02',
    to: account,
    value: 1n,
    data: '0x',
    feeCeiling: toBaseUnits(1n),
    blockNumber: BigInt(nonce),
    blockHash: '0x1',
    minedAt: new Date(),
  };
}
