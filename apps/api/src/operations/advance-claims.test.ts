import { keccak256 } from 'viem';
import { expect, test } from 'vitest';
import type { BaseUnits } from '#domain/amount/base-units';
import { buildNetwork } from '#testing/network';
import { buildDetails, buildSigning, hashOf, START, uuidOf } from '#testing/operation';
import { createCheckedNode } from '../adapters/evm/checked-node.ts';
import { createPublicChain } from '../adapters/evm/public-chain.ts';
import { NodeSilent, type RpcNode } from '../adapters/evm/rpc-node.ts';
import { createRpcNodes } from '../adapters/evm/rpc-nodes.ts';
import { advanceDueOperations, createAdvanceOperations } from '../jobs/advance-operations.ts';
import type { Clock } from '../ports/clock.ts';
import type { Operations } from '../ports/operations.ts';
import { ChainUnavailable, type PublicChain } from '../ports/public-chain.ts';
import { createMemoryOperations } from '../simulator/memory-operations.ts';
import { createMemoryRepository } from '../simulator/memory-repository.ts';
import { createScriptedChain, readScripted } from '../simulator/scripted-chain.ts';
import { type Process, Simulation } from '../simulator/simulation.ts';
import type { AdvanceClaimsPorts, OperationError } from './advance-claims.ts';
import { recoverOperations } from './recover-operations.ts';

test('recovery sends every payment that an earlier process signed and did not send', async () => {
  const harness = await openHarness({});
  expect(await recoverOperations(harness.ports)).toEqual({ advanced: 3, left: 0 });
  expect(harness.statuses()).toEqual(['broadcast', 'broadcast', 'broadcast']);
});

test('recovery ends although a chain does not respond, and leaves its payments to the worker', async () => {
  const heads = () => Promise.reject(new ChainUnavailable(31337, new Error('timeout')));
  const harness = await openHarness({ heads });
  expect(await recoverOperations(harness.ports)).toEqual({ advanced: 0, left: 3 });
  expect(harness.statuses()).toEqual(['signed', 'signed', 'signed']);
  expect(harness.errors[0]?.cause).toBeInstanceOf(ChainUnavailable);
});

test('one failing payment does not keep the others from being advanced', async () => {
  let reads = 0;
  const receipt: PublicChain['receipt'] = async () => {
    reads += 1;
    if (reads === 1) throw new Error('a broken promise');
    return null;
  };
  const harness = await openHarness({ receipt });
  expect(await recoverOperations(harness.ports)).toEqual({ advanced: 2, left: 1 });
  expect(harness.errors).toMatchObject([{ operationId: uuidOf(1) }]);
});

test('the job brings payments to their end and stops when requested', async () => {
  const harness = await openHarness({});
  const job = createAdvanceOperations(harness.ports);
  job.start();
  while (harness.statuses().includes('signed')) await new Promise((done) => setImmediate(done));
  await job.stop();
  expect(new Set(harness.statuses())).toEqual(new Set(['broadcast']));
});

test.each([
  ['that rests', 30, true],
  ['that is called again and again', 120, false],
])(
  'two workers store a hundred payments although one of two nodes hangs, %s, within %s seconds',
  async (_case, seconds, rests) => {
    const simulation = new Simulation(1);
    const repository = createMemoryRepository();
    await signPayments(createMemoryOperations(repository), 100, simulation.now());
    const workers = ['one', 'two'].map((name): Process => ({ name, isDead: false }));
    for (const worker of workers) {
      const sleep = (ms: number) => simulation.wait(ms, worker);
      const clock = { now: () => simulation.now(), sleep };
      const chain = hangingAndHealthy(clock, rests);
      createAdvanceOperations({
        operations: createMemoryOperations(repository, { roundTrip: () => sleep(2) }),
        chains: new Map([[chain.chainId, chain]]),
        readSigned: readScripted,
        clock,
        report: ({ cause }) => {
          throw cause;
        },
      }).start();
    }
    const isStored = () =>
      [...repository.entries.values()].every(({ operation }) => operation.status === 'broadcast');
    await simulation.runUntil(isStored, seconds * 1_000);
    for (const worker of workers) simulation.kill(worker);
    expect(isStored()).toBe(true);
  },
);

test('a run that takes too long stores what it did, and gives the rest back for others to take immediately', async () => {
  let now = START;
  const heads = createScriptedChain().heads;
  const harness = await openHarness(
    {
      heads,
      receipt: async () => {
        now = new Date(now.getTime() + 10_000);
        return null;
      },
    },
    { payments: 20, now: () => now },
  );
  await advanceDueOperations(harness.ports);
  // Eight are advanced at a time, and half a minute is half of the lease.
  const statuses = harness.statuses();
  expect(statuses.filter((status) => status === 'broadcast')).toHaveLength(8);
  const claim = { now, leaseMs: 0, limit: 100 };
  expect(await harness.ports.operations.claimDue(claim)).toHaveLength(12);
});

/** A chain of two nodes: one never responds within 5 seconds, the other has no receipt and accepts everything. */
function hangingAndHealthy(clock: Clock, rests: boolean): PublicChain {
  const network = buildNetwork();
  const { chainId } = network;
  const hanging: RpcNode = {
    host: 'hanging',
    async call() {
      await clock.sleep(5_000);
      throw new NodeSilent('hanging', new Error('timeout'));
    },
  };
  const healthy: RpcNode = {
    host: 'healthy',
    async call(method, [first]) {
      await clock.sleep(20);
      if (method === 'eth_chainId') return `0x${chainId.toString(16)}`;
      if (method === 'eth_sendRawTransaction') return keccak256(first as `0x${string}`);
      return method === 'eth_getBlockByNumber' ? { number: '0x64', hash: hashOf(1) } : null;
    },
  };
  const nodes = [hanging, healthy].map((node) =>
    rests ? createCheckedNode(node, { chainId, clock, report: () => {} }) : node,
  );
  return createPublicChain({ network, nodes: createRpcNodes(chainId, nodes) });
}

async function openHarness(
  script: Partial<PublicChain>,
  { payments = 3, now = () => START }: { payments?: number; now?: () => Date } = {},
) {
  const repository = createMemoryRepository();
  const operations = createMemoryOperations(repository);
  await signPayments(operations, payments, START);
  const errors: OperationError[] = [];
  const ports: AdvanceClaimsPorts & { readonly operations: Operations } = {
    operations,
    chains: new Map([[31337, createScriptedChain(script)]]),
    readSigned: readScripted,
    clock: { now, sleep: () => new Promise((done) => setImmediate(done)) },
    report: (error) => errors.push(error),
  };
  const statuses = () => [...repository.entries.values()].map(({ operation }) => operation.status);
  return { ports, errors, statuses };
}

async function signPayments(operations: Operations, count: number, at: Date): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    const plenty = (10n ** 12n) as BaseUnits;
    const balances = { blockNumber: 0n, tokenBalance: plenty, nativeBalance: plenty };
    const chainState = { readAt: at, ...balances };
    await operations.signNext(
      {
        details: buildDetails({ id: uuidOf(n), createdAt: at }),
        idempotencyKey: `key-${n}`,
        fingerprint: '',
        needsApproval: false,
        chainState: { ...chainState, transactionCount: 0 },
      },
      (nonce) => Promise.resolve({ ...buildSigning(nonce), signedAt: at }),
      0,
    );
  }
}
