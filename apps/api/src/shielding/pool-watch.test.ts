import { expect, it } from 'vitest';
import type { PrivateAddress } from '#domain/address/address';
import { START } from '#testing/operation';
import type { UserWallet } from './open-wallets.ts';
import { createPoolWatch } from './pool-watch.ts';
import type { ShieldingPorts } from './shielding-ports.ts';

const alice: UserWallet = {
  userId: 'alice',
  chainId: 31337,
  viewKey: new Uint8Array(32),
  walletId: 'wallet of alice',
  privateAddress: '0zkalice' as PrivateAddress,
  encryptionKey: '00',
  canSign: true,
};

/** Alice's wallet is open, and there is nothing new in the pool. */
function setUp() {
  const harness = {
    waiting: ['alice'] as readonly string[],
    isComplete: true,
    isDatabaseAway: false,
    isJustAfterFailover: false,
    now: START,
    written: 0,
    unlocked: [] as string[],
  };
  const ports = {
    tokens: [],
    key: { keyId: 'run' },
    wallets: { markOpen: async () => undefined },
    privateTransactions: {
      usersWaiting: async () => harness.waiting,
      seen: async () => undefined,
      async unlock(userId: string) {
        if (harness.isDatabaseAway) throw new Error('The connection was lost.');
        harness.unlocked.push(userId);
      },
    },
    records: { isJustAfterFailover: async () => harness.isJustAfterFailover },
    views: {
      writeHistory: async () => undefined,
      writeBalances: async () => {
        harness.written += 1;
      },
    },
    pool: {
      latestBlock: async () => BigInt(harness.now.getTime()),
      look: async () => (harness.isComplete ? BigInt(harness.now.getTime()) : null),
      noteCount: async () => 0,
      balances: async () => [],
      history: async () => [],
    },
    clock: { now: () => harness.now },
    report: () => undefined,
  } as unknown as ShieldingPorts;
  const watch = createPoolWatch(
    ports,
    {
      find: (userId) => (userId === 'alice' ? alice : null),
      all: () => [alice],
      sync: async () => [],
      closeAll: () => undefined,
    },
    () => [],
  );
  return { harness, watch };
}

it('unlocks a payment that waited for its user, once all of their notes are known', async () => {
  const { harness, watch } = setUp();
  harness.isComplete = false;
  await watch.run();
  expect([harness.unlocked, watch.knows(alice)]).toEqual([[], false]);
  harness.isComplete = true;
  await watch.run();
  expect([harness.unlocked, watch.knows(alice)]).toEqual([['alice'], true]);
});

it('unlocks it on the next run when that could not be stored', async () => {
  const { harness, watch } = setUp();
  harness.isDatabaseAway = true;
  await expect(watch.run()).rejects.toThrow('The connection was lost.');
  harness.isDatabaseAway = false;
  await watch.run();
  expect(harness.unlocked).toEqual(['alice']);
});

it('unlocks a payment that was locked while its wallet was being opened', async () => {
  const { harness, watch } = setUp();
  harness.waiting = [];
  await watch.run();
  harness.waiting = ['alice', 'bob'];
  await watch.run();
  expect(harness.unlocked).toEqual(['alice']);
});

it('writes again what users see when the database may have lost it', async () => {
  const { harness, watch } = setUp();
  await watch.run();
  expect(harness.written).toBe(1);
  for (const isJustAfterFailover of [false, true, true]) {
    harness.isJustAfterFailover = isJustAfterFailover;
    harness.now = new Date(harness.now.getTime() + 2_000);
    await watch.run();
  }
  expect(harness.written).toBe(2);
});
