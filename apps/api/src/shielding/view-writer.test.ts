import { expect, it } from 'vitest';
import type { PrivateAddress, TransactionHash } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { USDC } from '#testing/network';
import { START } from '#testing/operation';
import type { ShieldedHistoryItem } from '../ports/shielded-pool.ts';
import type { PlacedHistoryItem, ShieldedBalances } from '../ports/shielded-views.ts';
import type { UserWallet } from './open-wallets.ts';
import type { ShieldingPorts } from './shielding-ports.ts';
import { createViewWriter } from './view-writer.ts';

const alice: UserWallet = {
  userId: 'alice',
  chainId: 31337,
  viewKey: new Uint8Array(32),
  walletId: 'wallet',
  privateAddress: '0zkalice' as PrivateAddress,
  encryptionKey: '00',
  canSign: true,
};

function setUp() {
  const harness = {
    nowMs: START.getTime(),
    spendable: 5n,
    history: [itemOf(7)],
    reads: 0,
    requestedBlocks: [] as number[],
    times: new Map<number, Date>(),
    balances: [] as ShieldedBalances[],
    rows: [] as { positions: number[]; count: number }[],
  };
  const ports = {
    tokens: [USDC],
    key: { keyId: 'run' },
    pool: {
      chainId: 31337,
      balances: async () => {
        harness.reads += 1;
        return [{ spendable: toBaseUnits(harness.spendable), pending: toBaseUnits(0n) }];
      },
      history: async () => harness.history,
      blockTimes: async (blocks: readonly number[]) => {
        harness.requestedBlocks.push(...blocks);
        return new Map(blocks.map((block) => [block, START]));
      },
    },
    views: {
      blockTimes: async () => new Map(harness.times),
      saveBlockTimes: async (_chain: number, times: ReadonlyMap<number, Date>) => {
        for (const [block, at] of times) harness.times.set(block, at);
      },
      writeBalances: async (_owner: unknown, balances: ShieldedBalances) => {
        harness.balances.push(balances);
      },
      writeHistory: async (_owner: unknown, rows: readonly PlacedHistoryItem[], count: number) => {
        harness.rows.push({ positions: rows.map(({ position }) => position), count });
      },
    },
    clock: { now: () => new Date(harness.nowMs) },
  } as unknown as ShieldingPorts;
  const writer = createViewWriter(ports);
  const write = (noteCount: number, isRequested = false) =>
    writer.write(alice, { noteCount, isRequested });
  return { harness, ports, writer, write };
}

it('writes balances and history once, and names the newest transactions with them', async () => {
  const { harness, write } = setUp();
  await write(1);
  await write(1);
  expect(harness.balances).toEqual([
    { byToken: new Map([[USDC.id, { spendable: 5n, pending: 0n }]]), newest: ['0x7'] },
  ]);
  expect(harness.rows).toEqual([{ positions: [0], count: 1 }]);
});

it('writes only new rows, and requests the time of a block once', async () => {
  const { harness, write } = setUp();
  await write(1);
  harness.history = [itemOf(9), itemOf(7)];
  harness.spendable = 6n;
  await write(2);
  expect(harness.rows.at(-1)).toEqual({ positions: [1], count: 2 });
  expect(harness.balances.at(-1)?.newest).toEqual(['0x7', '0x9']);
  expect(harness.requestedBlocks).toEqual([7, 9]);
});

it('removes a row that the chain reorganised away', async () => {
  const { harness, write } = setUp();
  harness.history = [itemOf(9), itemOf(7)];
  await write(2);
  harness.history = [itemOf(7)];
  await write(1);
  expect(harness.rows.at(-1)).toEqual({ positions: [], count: 1 });
  expect(harness.balances.at(-1)?.newest).toEqual(['0x7']);
});

it('reads a wallet periodically and on request, not for every block', async () => {
  const { harness, write } = setUp();
  await write(1);
  await write(1);
  expect(harness.reads).toBe(1);
  await write(1, true);
  expect(harness.reads).toBe(2);
  harness.nowMs += 10_000;
  harness.spendable = 4n;
  await write(1);
  expect(harness.reads).toBe(3);
  expect(harness.balances).toHaveLength(2);
});

it('writes everything again for a wallet that was closed in between', async () => {
  const { harness, writer, write } = setUp();
  await write(1);
  writer.keepOnly(new Set());
  await write(1);
  expect(harness.rows).toHaveLength(2);
  expect(harness.balances).toHaveLength(2);
});

it('writes every row again in a new run, so that those of an earlier version get what opens their notes', async () => {
  const { harness, ports, write } = setUp();
  harness.history = [itemOf(9), itemOf(7)];
  await write(2);
  const next = createViewWriter(ports);
  await next.write(alice, { noteCount: 2, isRequested: false });
  expect(harness.rows).toEqual([
    { positions: [0, 1], count: 2 },
    { positions: [0, 1], count: 2 },
  ]);
});

function itemOf(blockNumber: number): ShieldedHistoryItem {
  return {
    transactionHash: `0x${blockNumber}` as TransactionHash,
    blockNumber,
    kind: 'received',
    sent: [],
    received: [],
    unshielded: [],
    poolFee: toBaseUnits(0n),
    broadcasterFee: null,
  };
}
