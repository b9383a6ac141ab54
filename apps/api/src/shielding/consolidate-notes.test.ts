import { expect, it } from 'vitest';
import type { PrivateAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { POL, USDC } from '#testing/network';
import { BROADCASTER, START, uuidOf } from '#testing/operation';
import {
  type PrivateTransactionRequest,
  privateTransactionRequestLine,
} from '../ports/private-transactions.ts';
import { createConsolidation } from './consolidate-notes.ts';
import type { UserWallet } from './open-wallets.ts';
import type { ShieldingPorts } from './shielding-ports.ts';

const HOUR_MS = 3_600_000;

function walletOf(userId: string): UserWallet {
  return {
    userId,
    chainId: USDC.chainId,
    viewKey: new Uint8Array(32),
    walletId: `wallet of ${userId}`,
    privateAddress: `0zk${userId}` as PrivateAddress,
    encryptionKey: '00',
    canSign: true,
  };
}

/** Two users with fragmented notes, and a minute in which nothing happened. */
function setUp() {
  const harness = {
    nowMs: START.getTime() + 60_000,
    isEnabled: true,
    waiting: 0,
    known: ['alice', 'bob'],
    fragmented: ['alice', 'bob'],
    isStored: true,
    stored: [] as { readonly request: PrivateTransactionRequest; readonly notSince: Date }[],
    looked: 0,
  };
  const wallets = [walletOf('alice'), walletOf('bob')];
  const rules = { everyMs: HOUR_MS, quietMs: 60_000 };
  const create = () => {
    const ports = {
      tokens: [USDC],
      nativeCoinId: POL.id,
      broadcasterAddress: BROADCASTER,
      consolidation: harness.isEnabled ? rules : null,
      calls: { presentFees: async () => ({ pricePerGas: 30n }) },
      seals: { sign: (purpose: string, text: string) => Buffer.from(`${purpose} ${text}`) },
      randomness: { uuid: () => uuidOf(7) },
      clock: { now: () => new Date(harness.nowMs) },
      pool: {
        async fragmented(walletId: string) {
          harness.looked += 1;
          const isFragmented = harness.fragmented.some(
            (userId) => walletId === `wallet of ${userId}`,
          );
          return isFragmented ? [{ token: USDC, amount: toBaseUnits(8n) }] : [];
        },
      },
      privateTransactions: {
        waiting: async () => harness.waiting,
        async storeConsolidation(request: PrivateTransactionRequest, notSince: Date) {
          if (harness.isStored) harness.stored.push({ request, notSince });
          return harness.isStored;
        },
      },
    } as unknown as ShieldingPorts;
    return createConsolidation(ports, {
      open: { all: () => wallets },
      watch: { knows: ({ userId }) => harness.known.includes(userId) },
      prover: { quietSince: () => START },
    });
  };
  return { harness, create };
}

it('orders one consolidation at a time, paid by Kax and signed by one of our processes', async () => {
  const { harness, create } = setUp();
  await create().run();
  expect(harness.stored).toHaveLength(1);
  const [{ request, notSince } = {}] = harness.stored;
  const terms = {
    chainId: USDC.chainId,
    kind: 'consolidation',
    tokenId: USDC.id,
    amount: toBaseUnits(8n),
    recipient: '0zkalice' as PrivateAddress,
    gasPrice: 30n,
    fee: null,
    sealedMessage: null,
    sealedPlan: null,
    spender: null,
    showsSender: false,
  } as const;
  const line = privateTransactionRequestLine({ operationId: uuidOf(7), userId: 'alice', terms });
  expect(request).toMatchObject({
    terms,
    later: null,
    signature: Buffer.from(`spend ${line}`),
    details: {
      id: uuidOf(7),
      userId: 'alice',
      kind: 'consolidation',
      account: BROADCASTER,
      recipient: '0zkalice',
      feeTokenId: POL.id,
      pool: { privateAddress: '0zkalice', poolFee: 0n, broadcasterFee: null },
    },
  });
  expect(notSince).toEqual(new Date(harness.nowMs - HOUR_MS));
});

type Harness = ReturnType<typeof setUp>['harness'];

it.each([
  [
    'it is switched off',
    (harness: Harness) => {
      harness.isEnabled = false;
    },
  ],
  [
    'someone requested a proof just now',
    (harness: Harness) => {
      harness.nowMs -= 1;
    },
  ],
  [
    'a payment is waiting',
    (harness: Harness) => {
      harness.waiting = 1;
    },
  ],
  [
    'no wallet is scanned up to its newest note',
    (harness: Harness) => {
      harness.known = [];
    },
  ],
  [
    'no one’s notes are fragmented',
    (harness: Harness) => {
      harness.fragmented = [];
    },
  ],
])('orders nothing when %s', async (_why, change) => {
  const { harness, create } = setUp();
  change(harness);
  await create().run();
  expect(harness.stored).toEqual([]);
});

it('continues with the next user, and returns to the first after an hour', async () => {
  const { harness, create } = setUp();
  const consolidation = create();
  for (let run = 0; run < 3; run += 1) await consolidation.run();
  expect(harness.stored.map(({ request }) => request.details.userId)).toEqual(['alice', 'bob']);
  harness.nowMs += HOUR_MS;
  await consolidation.run();
  expect(harness.stored.at(-1)?.request.details.userId).toBe('alice');
});

it('retries a busy user after a minute', async () => {
  const { harness, create } = setUp();
  const consolidation = create();
  harness.isStored = false;
  await consolidation.run();
  await consolidation.run();
  expect(harness.looked).toBe(2);
  harness.isStored = true;
  harness.nowMs += 60_000;
  await consolidation.run();
  expect(harness.stored).toHaveLength(1);
});
