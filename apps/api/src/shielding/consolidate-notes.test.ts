import { expect, it } from 'vitest';
import type { PrivateAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { POL, USDC } from '#testing/network';
import { BROADCASTER, START, uuidOf } from '#testing/operation';
import { type SpendCommand, spendOrderLine } from '../ports/private-spends.ts';
import { createConsolidation } from './consolidate-notes.ts';
import type { PersonsWallet } from './open-wallets.ts';
import type { ShieldingPorts } from './shielding-ports.ts';

const HOUR_MS = 3_600_000;

function walletOf(userId: string): PersonsWallet {
  return {
    userId,
    chainId: USDC.chainId,
    viewKey: new Uint8Array(32),
    walletId: `wallet of ${userId}`,
    privateAddress: `0zk${userId}` as PrivateAddress,
    encryptionKey: '00',
  };
}

/** Two people whose notes are scattered, and a world in which nothing happened for a minute. */
function setUp() {
  const world = {
    nowMs: START.getTime() + 60_000,
    isEnabled: true,
    waiting: 0,
    known: ['alice', 'bob'],
    scattered: ['alice', 'bob'],
    isStored: true,
    stored: [] as { readonly command: SpendCommand; readonly notSince: Date }[],
    looked: 0,
  };
  const wallets = [walletOf('alice'), walletOf('bob')];
  const rules = { everyMs: HOUR_MS, quietMs: 60_000 };
  const create = () => {
    const ports = {
      tokens: [USDC],
      nativeCoinId: POL.id,
      broadcasterAddress: BROADCASTER,
      consolidation: world.isEnabled ? rules : null,
      calls: { presentFees: async () => ({ pricePerGas: 30n }) },
      seals: { sign: (purpose: string, text: string) => Buffer.from(`${purpose} ${text}`) },
      randomness: { uuid: () => uuidOf(7) },
      clock: { now: () => new Date(world.nowMs) },
      pool: {
        async scattered(walletId: string) {
          world.looked += 1;
          const isScattered = world.scattered.some((userId) => walletId === `wallet of ${userId}`);
          return isScattered ? [{ token: USDC, amount: toBaseUnits(8n) }] : [];
        },
      },
      spends: {
        waiting: async () => world.waiting,
        async storeConsolidation(command: SpendCommand, notSince: Date) {
          if (world.isStored) world.stored.push({ command, notSince });
          return world.isStored;
        },
      },
    } as unknown as ShieldingPorts;
    return createConsolidation(ports, {
      open: { all: () => wallets },
      watch: { knows: ({ userId }) => world.known.includes(userId) },
      prover: { quietSince: () => START },
    });
  };
  return { world, create };
}

it('orders one consolidation at a time, that Kax pays for and a process of ours signed', async () => {
  const { world, create } = setUp();
  await create().turn();
  expect(world.stored).toHaveLength(1);
  const [{ command, notSince } = {}] = world.stored;
  const terms = {
    chainId: USDC.chainId,
    kind: 'consolidation',
    tokenId: USDC.id,
    amount: toBaseUnits(8n),
    recipient: '0zkalice' as PrivateAddress,
    gasPrice: 30n,
    fee: null,
  } as const;
  const line = spendOrderLine({ operationId: uuidOf(7), userId: 'alice', terms });
  expect(command).toMatchObject({
    terms,
    later: null,
    signature: Buffer.from(`spend ${line}`),
    intent: {
      id: uuidOf(7),
      userId: 'alice',
      kind: 'consolidation',
      account: BROADCASTER,
      recipient: '0zkalice',
      feeTokenId: POL.id,
      pool: { privateAddress: '0zkalice', poolFee: 0n, broadcasterFee: null },
    },
  });
  expect(notSince).toEqual(new Date(world.nowMs - HOUR_MS));
});

type World = ReturnType<typeof setUp>['world'];

it.each([
  [
    'it is switched off',
    (world: World) => {
      world.isEnabled = false;
    },
  ],
  [
    'somebody asked for a proof just now',
    (world: World) => {
      world.nowMs -= 1;
    },
  ],
  [
    'a payment waits',
    (world: World) => {
      world.waiting = 1;
    },
  ],
  [
    'no wallet is known to its newest note',
    (world: World) => {
      world.known = [];
    },
  ],
  [
    'nobody’s notes are scattered',
    (world: World) => {
      world.scattered = [];
    },
  ],
])('orders nothing when %s', async (_why, change) => {
  const { world, create } = setUp();
  change(world);
  await create().turn();
  expect(world.stored).toEqual([]);
});

it('goes on to the next person, and comes back to the first after an hour', async () => {
  const { world, create } = setUp();
  const consolidation = create();
  for (let turn = 0; turn < 3; turn += 1) await consolidation.turn();
  expect(world.stored.map(({ command }) => command.intent.userId)).toEqual(['alice', 'bob']);
  world.nowMs += HOUR_MS;
  await consolidation.turn();
  expect(world.stored.at(-1)?.command.intent.userId).toBe('alice');
});

it('asks again after a minute about a person who was busy', async () => {
  const { world, create } = setUp();
  const consolidation = create();
  world.isStored = false;
  await consolidation.turn();
  await consolidation.turn();
  expect(world.looked).toBe(2);
  world.isStored = true;
  world.nowMs += 60_000;
  await consolidation.turn();
  expect(world.stored).toHaveLength(1);
});
