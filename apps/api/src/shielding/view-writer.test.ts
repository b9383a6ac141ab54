import { expect, it } from 'vitest';
import type { PrivateAddress, TransactionHash } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { USDC } from '#testing/network';
import { START } from '#testing/operation';
import type { ShieldedHistoryItem } from '../ports/shielded-pool.ts';
import type { PlacedHistoryItem, ShieldedBalances } from '../ports/shielded-views.ts';
import type { PersonsWallet } from './open-wallets.ts';
import type { ShieldingPorts } from './shielding-ports.ts';
import { createViewWriter } from './view-writer.ts';

const alice: PersonsWallet = {
  userId: 'alice',
  chainId: 31337,
  viewKey: new Uint8Array(32),
  walletId: 'wallet',
  privateAddress: '0zkalice' as PrivateAddress,
  encryptionKey: '00',
};

function setUp() {
  const world = {
    nowMs: START.getTime(),
    spendable: 5n,
    history: [itemOf(7)],
    reads: 0,
    askedBlocks: [] as number[],
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
        world.reads += 1;
        return [{ spendable: toBaseUnits(world.spendable), pending: toBaseUnits(0n) }];
      },
      history: async () => world.history,
      blockTimes: async (blocks: readonly number[]) => {
        world.askedBlocks.push(...blocks);
        return new Map(blocks.map((block) => [block, START]));
      },
    },
    views: {
      blockTimes: async () => new Map(world.times),
      saveBlockTimes: async (_chain: number, times: ReadonlyMap<number, Date>) => {
        for (const [block, at] of times) world.times.set(block, at);
      },
      writeBalances: async (_owner: unknown, balances: ShieldedBalances) => {
        world.balances.push(balances);
      },
      writeHistory: async (_owner: unknown, rows: readonly PlacedHistoryItem[], count: number) => {
        world.rows.push({ positions: rows.map(({ position }) => position), count });
      },
    },
    clock: { now: () => new Date(world.nowMs) },
  } as unknown as ShieldingPorts;
  const writer = createViewWriter(ports);
  const write = (noteCount: number, isAsked = false) => writer.write(alice, { noteCount, isAsked });
  return { world, writer, write };
}

it('writes balances and history once, and names the newest transactions with them', async () => {
  const { world, write } = setUp();
  await write(1);
  await write(1);
  expect(world.balances).toEqual([
    { byToken: new Map([[USDC.id, { spendable: 5n, pending: 0n }]]), newest: ['0x7'] },
  ]);
  expect(world.rows).toEqual([{ positions: [0], count: 1 }]);
});

it('writes only the rows that are new, and asks for the time of a block once', async () => {
  const { world, write } = setUp();
  await write(1);
  world.history = [itemOf(9), itemOf(7)];
  world.spendable = 6n;
  await write(2);
  expect(world.rows.at(-1)).toEqual({ positions: [1], count: 2 });
  expect(world.balances.at(-1)?.newest).toEqual(['0x7', '0x9']);
  expect(world.askedBlocks).toEqual([7, 9]);
});

it('takes a row away that the chain took back', async () => {
  const { world, write } = setUp();
  world.history = [itemOf(9), itemOf(7)];
  await write(2);
  world.history = [itemOf(7)];
  await write(1);
  expect(world.rows.at(-1)).toEqual({ positions: [], count: 1 });
  expect(world.balances.at(-1)?.newest).toEqual(['0x7']);
});

it('does not read a wallet for every block, but now and then and when it is asked to', async () => {
  const { world, write } = setUp();
  await write(1);
  await write(1);
  expect(world.reads).toBe(1);
  await write(1, true);
  expect(world.reads).toBe(2);
  world.nowMs += 10_000;
  world.spendable = 4n;
  await write(1);
  expect(world.reads).toBe(3);
  expect(world.balances).toHaveLength(2);
});

it('writes everything again for a wallet that was closed meanwhile', async () => {
  const { world, writer, write } = setUp();
  await write(1);
  writer.keepOnly(new Set());
  await write(1);
  expect(world.rows).toHaveLength(2);
  expect(world.balances).toHaveLength(2);
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
