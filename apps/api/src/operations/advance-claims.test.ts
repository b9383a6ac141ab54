import { expect, test } from 'vitest';
import type { BaseUnits } from '#domain/amount/base-units';
import { buildDetails, buildSigning, START, uuidOf } from '#testing/operation';
import { createAdvanceOperations } from '../jobs/advance-operations.ts';
import { ChainUnavailable, type PublicChain } from '../ports/public-chain.ts';
import { createMemoryOperations, createMemoryRepository } from '../simulator/memory-operations.ts';
import { createScriptedChain } from '../simulator/scripted-chain.ts';
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

async function openHarness(script: Partial<PublicChain>) {
  const repository = createMemoryRepository();
  const operations = createMemoryOperations(repository);
  for (const n of [1, 2, 3]) {
    const plenty = (10n ** 12n) as BaseUnits;
    const chainState = {
      readAt: START,
      blockNumber: 0n,
      tokenBalance: plenty,
      nativeBalance: plenty,
    };
    await operations.signNext(
      {
        details: buildDetails({ id: uuidOf(n) }),
        idempotencyKey: `key-${n}`,
        fingerprint: '',
        needsApproval: false,
        chainState: { ...chainState, transactionCount: 0 },
      },
      (nonce) => Promise.resolve(buildSigning(nonce)),
      0,
    );
  }
  const errors: OperationError[] = [];
  const ports: AdvanceClaimsPorts = {
    operations,
    chains: new Map([[31337, createScriptedChain(script)]]),
    clock: { now: () => START, sleep: () => new Promise((done) => setImmediate(done)) },
    report: (error) => errors.push(error),
  };
  const statuses = () => [...repository.entries.values()].map(({ operation }) => operation.status);
  return { ports, errors, statuses };
}
