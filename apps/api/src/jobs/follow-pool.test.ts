import { expect, it } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { ALICE, USDC } from '#testing/network';
import { hashOf, START } from '#testing/operation';
import type { PoolMovement, ReadBlocks } from '../ports/pool-history.ts';
import { createFollowPool, createLook } from './follow-pool.ts';

/** A chain with one shield in each of some blocks, and a store that keeps what the last reader saved. */
function setUp({ firstBlock = 1n } = {}) {
  const harness = {
    nowMs: START.getTime(),
    latest: 10n,
    finalized: 4n,
    fork: 'a',
    shieldedIn: [3n, 8n],
    isTaken: false,
    isBroken: false,
    requests: [] as { readonly from: bigint; readonly to: bigint }[],
  };
  const stored = new Map<bigint, PoolMovement>();
  const saved: ReadBlocks[] = [];
  const errors: string[] = [];
  let finalTo: bigint | null = null;
  const ports = {
    events: {
      chainId: USDC.chainId,
      firstBlock,
      read: async (range: { readonly from: bigint; readonly to: bigint }) => {
        if (harness.isBroken) throw new Error('silent');
        harness.requests.push(range);
        return harness.shieldedIn
          .filter((block) => block >= range.from && block <= range.to)
          .map((block) => moveIn(block));
      },
    },
    chain: {
      heads: async () => ({
        latest: { number: harness.latest, hash: `${harness.fork}${harness.latest}` },
        finalized: { number: harness.finalized, hash: `a${harness.finalized}` },
      }),
    },
    history: {
      claimRun: async () => (harness.isTaken ? ('taken' as const) : { finalTo }),
      save: async (_chainId: number, blocks: ReadBlocks) => {
        saved.push(blocks);
        for (const block of stored.keys()) {
          if (block >= blocks.from && (blocks.isHead || block <= blocks.to)) stored.delete(block);
        }
        for (const move of blocks.movements) stored.set(move.blockNumber, move);
        finalTo = finalTo === null || blocks.finalTo > finalTo ? blocks.finalTo : finalTo;
      },
    },
    clock: {
      now: () => new Date(harness.nowMs),
      sleep: async (ms: number) => {
        harness.nowMs += ms;
        await new Promise((resolve) => setImmediate(resolve));
      },
    },
    report: ({ message }: { readonly message: string }) => errors.push(message),
  };
  const known = () => [...stored.keys()].toSorted();
  return { harness, ports, saved, known, errors, look: createLook(ports) };
}

it('reads from the pool’s first block to the head, in ranges', async () => {
  const { harness, look, known, saved } = setUp({ firstBlock: 100n });
  Object.assign(harness, {
    latest: 4_500n,
    finalized: 4_400n,
    shieldedIn: [100n, 2_099n, 2_100n, 4_500n],
  });
  await look();
  expect(harness.requests).toEqual([
    { from: 100n, to: 2_099n },
    { from: 2_100n, to: 4_099n },
    { from: 4_100n, to: 4_500n },
  ]);
  expect(known()).toEqual([100n, 2_099n, 2_100n, 4_500n]);
  expect(saved.map(({ finalTo, isHead }) => [finalTo, isHead])).toEqual([
    [2_099n, false],
    [4_099n, false],
    [4_400n, true],
  ]);
});

it('requests nothing while there is no new block, and blocks that can be undone with each new one', async () => {
  const { harness, look } = setUp();
  await look();
  await look();
  expect(harness.requests).toEqual([{ from: 1n, to: 10n }]);
  harness.latest = 11n;
  await look();
  expect(harness.requests.at(-1)).toEqual({ from: 5n, to: 11n });
});

it('forgets a shield whose block was undone', async () => {
  const { harness, look, known } = setUp();
  await look();
  expect(known()).toEqual([3n, 8n]);
  Object.assign(harness, { fork: 'b', shieldedIn: [3n, 6n] });
  await look();
  expect(known()).toEqual([3n, 6n]);
});

it('forgets what a shorter chain no longer has', async () => {
  const { harness, look, known } = setUp();
  await look();
  Object.assign(harness, { fork: 'b', latest: 6n });
  await look();
  expect(known()).toEqual([3n]);
});

it('reads a reset chain again, however final its blocks were', async () => {
  const { harness, look, known } = setUp();
  Object.assign(harness, { finalized: 9n });
  await look();
  Object.assign(harness, { fork: 'b', latest: 5n, finalized: 2n, shieldedIn: [1n, 4n] });
  await look();
  expect(known()).toEqual([4n]);
  expect(harness.requests.at(-1)).toEqual({ from: 3n, to: 5n });
});

it('catches up with a long chain over several runs', async () => {
  const { harness, look, saved } = setUp();
  Object.assign(harness, { latest: 150_000n, finalized: 150_000n, shieldedIn: [] });
  await look();
  expect(saved).toHaveLength(50);
  await look();
  expect(saved.at(-1)).toMatchObject({ to: 150_000n, isHead: true });
  expect(saved).toHaveLength(75);
});

it('leaves the run to another process', async () => {
  const { harness, look } = setUp();
  harness.isTaken = true;
  await look();
  expect(harness.requests).toEqual([]);
});

it('reports that reading failed, and continues later', async () => {
  const { harness, ports, errors, known } = setUp();
  harness.isBroken = true;
  const job = createFollowPool(ports);
  job.start();
  while (errors.length < 2) await ports.clock.sleep(0);
  harness.isBroken = false;
  while (known().length < 2) await ports.clock.sleep(0);
  await job.stop();
  expect(new Set(errors)).toEqual(
    new Set(['The public history of the private pool could not be read or stored.']),
  );
});

function moveIn(block: bigint): PoolMovement {
  return {
    direction: 'in',
    transactionHash: hashOf(Number(block)),
    logIndex: 0,
    position: 0,
    blockNumber: block,
    at: START,
    asset: USDC.address as PublicAddress,
    inside: toBaseUnits(1n),
    outside: toBaseUnits(1n),
    counterparty: ALICE,
  };
}
