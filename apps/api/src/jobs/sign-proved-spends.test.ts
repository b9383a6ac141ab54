import { expect, test } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { startOperation } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import { BROADCASTER, buildSpend, hashOf, START } from '#testing/operation';
import type { ProvedJob, SpendPricing } from '../ports/private-spends.ts';
import { ChainUnavailable, type UnsignedTransaction } from '../ports/public-chain.ts';
import { signProvedSpends } from './sign-proved-spends.ts';

const POOL = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0' as PublicAddress;
const CHAIN_ID = buildSpend().chainId;

/** A proved payment, and a world that a test changes before the job's turn. */
function setUp() {
  const prepared = transition(startOperation(buildSpend()), { type: 'prepared' });
  const job: ProvedJob = {
    operation: prepared,
    epoch: 1,
    call: {
      to: POOL,
      data: '0x01',
      value: 0n,
      gasLimit: 1_000n,
      nullifiers: [hashOf(1)],
      broadcasterFee: null,
    },
    provedAt: START,
    sendAt: null,
    leastGasPrice: null,
  };
  const world = {
    now: START,
    job,
    balance: 10n ** 18n,
    refusal: null as string | null,
    isChainAway: false,
    signed: [] as UnsignedTransaction[],
    pricing: [] as SpendPricing[],
    asked: [] as bigint[],
    failed: [] as string[],
    postponed: [] as Date[],
    reports: [] as unknown[],
  };
  const turn = () =>
    signProvedSpends({
      spends: {
        claimProved: async () => [world.job],
        async sign(_job, pricing, sign) {
          world.pricing.push(pricing);
          const signing = await sign(4);
          const operation = transition(prepared, { type: 'signed', signing });
          return { kind: 'signed', operation };
        },
        fail: async (_job, reason) => world.failed.push(reason) > 0,
        postpone: async (_job, until) => void world.postponed.push(until),
        expire: async () => 0,
      },
      broadcaster: {
        address: BROADCASTER,
        signer: {
          address: BROADCASTER,
          async sign(transaction) {
            world.signed.push(transaction);
            const hash = hashOf(world.signed.length);
            return { raw: hash, hash };
          },
          signMessage: () => Promise.reject(new Error('It signs no words.')),
        },
      },
      chains: new Map([
        [
          CHAIN_ID,
          {
            nativeBalance: async () => toBaseUnits(world.balance),
            transactionCount: async () => 4,
          },
        ],
      ]),
      calls: new Map([
        [
          CHAIN_ID,
          {
            async presentFees() {
              if (world.isChainAway) throw new ChainUnavailable(CHAIN_ID, new Error('timeout'));
              const fees = { maxFeePerGas: 100n, maxPriorityFeePerGas: 10n };
              return { fees, pricePerGas: 50n };
            },
            async refusalOf(_from, { gasPrice }) {
              world.asked.push(gasPrice);
              return world.refusal;
            },
          },
        ],
      ]),
      poolContracts: new Map([[CHAIN_ID, [POOL]]]),
      clock: { now: () => world.now, sleep: async () => {} },
      report: (trouble) => world.reports.push(trouble),
    });
  return { world, turn };
}

test('a proved payment is signed with a ladder of fees under one nonce', async () => {
  const { world, turn } = setUp();
  await turn();
  expect(world.signed.map(({ nonce, maxFeePerGas }) => [nonce, maxFeePerGas])).toEqual([
    [4, 100n],
    [4, 130n],
    [4, 200n],
  ]);
  expect(world.signed[0]).toMatchObject({ to: POOL, data: '0x01', value: 0n, gas: 1_000n });
  expect(world.pricing[0]).toMatchObject({ estimatedFee: 50_000n, feeCeiling: 200_000n });
});

test('a broadcaster who is paid never pays less for gas than the proof is bound to', async () => {
  const { world, turn } = setUp();
  world.job = { ...world.job, leastGasPrice: 300n };
  await turn();
  expect(world.asked).toEqual([300n]);
  expect(world.signed.map((each) => [each.maxFeePerGas, each.maxPriorityFeePerGas])).toEqual([
    [300n, 300n],
    [390n, 390n],
    [600n, 600n],
  ]);
});

test.each([
  ['RailgunLogic: Note already spent', 'notes-spent'],
  ['execution reverted', 'would-revert'],
])('what the network would refuse (%s) ends before it is signed', async (refusal, reason) => {
  const { world, turn } = setUp();
  world.refusal = refusal;
  await turn();
  expect(world.failed).toEqual([reason]);
  expect(world.signed).toEqual([]);
});

test.each<[string, Partial<ProvedJob['call']>]>([
  ['of another contract', { to: BROADCASTER }],
  ['that takes money along', { value: 1n }],
  ['that burns any amount of gas', { gasLimit: 20_000_001n }],
])('a call %s is never signed, whoever wrote it into the database', async (_what, change) => {
  const { world, turn } = setUp();
  world.job = { ...world.job, call: { ...world.job.call, ...change } };
  await turn();
  expect(world.failed).toEqual(['would-revert']);
  expect([world.signed, world.asked]).toEqual([[], []]);
});

test('a payment that was ordered from another broadcaster is not signed', async () => {
  const { world, turn } = setUp();
  const account = POOL;
  world.job = { ...world.job, operation: { ...world.job.operation, account } };
  await turn();
  expect(world.failed).toEqual(['would-revert']);
});

test('notes are made one only while there is plenty for the payments of people', async () => {
  const { world, turn } = setUp();
  const operation = { ...world.job.operation, kind: 'consolidation' as const };
  world.job = { ...world.job, operation };
  world.balance = 50n * 200_000n - 1n;
  await turn();
  expect([world.failed, world.signed]).toEqual([['broadcaster-short'], []]);
  world.balance += 1n;
  await turn();
  expect([world.failed.length, world.signed.length]).toEqual([1, 3]);
});

test('a broadcaster without money waits, says so, and gives up after ten minutes', async () => {
  const { world, turn } = setUp();
  world.balance = 199_999n;
  await turn();
  expect(world.postponed).toEqual([new Date(START.getTime() + 5_000)]);
  expect(world.reports).toMatchObject([
    { message: expect.stringContaining('send it more of the native coin') },
  ]);
  world.now = new Date(START.getTime() + 600_001);
  await turn();
  expect(world.failed).toEqual(['broadcaster-short']);
  expect(world.signed).toEqual([]);
});

test('a broadcaster that will soon be out of money says so while it still pays', async () => {
  const { world, turn } = setUp();
  world.balance = 50n * 200_000n;
  await turn();
  expect(world.reports).toEqual([]);
  world.balance -= 1n;
  await turn();
  expect(world.reports).toMatchObject([
    {
      message: expect.stringContaining('soon be out of money'),
      cause: expect.stringContaining(BROADCASTER),
    },
  ]);
  expect(world.signed).toHaveLength(6);
});

test('a payment that is sent later waits for the money from its own moment on', async () => {
  const { world, turn } = setUp();
  world.balance = 0n;
  world.now = new Date(START.getTime() + 3_600_000);
  world.job = { ...world.job, sendAt: world.now };
  await turn();
  expect(world.failed).toEqual([]);
});

test('a chain that does not answer decides nothing', async () => {
  const { world, turn } = setUp();
  world.isChainAway = true;
  await turn();
  expect([world.failed, world.signed]).toEqual([[], []]);
  expect(world.postponed).toHaveLength(1);
});
