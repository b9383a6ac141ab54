import { describe, expect, test } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { AccountRecords } from '#domain/operation/lost-commits';
import { startOperation } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';
import { ALICE } from '#testing/network';
import { BROADCASTER, buildPrivateTransaction, hashOf, START } from '#testing/operation';
import type { PrivateTransactionPricing, ProvedJob } from '../ports/private-transactions.ts';
import { ChainUnavailable } from '../ports/public-chain.ts';
import type { FinalTransaction } from '../ports/recovered-transactions.ts';
import { assembleNumbered } from '../simulator/numbered-signatures.ts';
import { signProvedPrivateTransactions } from './sign-proved-transactions.ts';

const POOL = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0' as PublicAddress;
const CHAIN_ID = buildPrivateTransaction().chainId;

/** A proved payment, and a harness that a test changes before the job runs. */
function setUp() {
  const prepared = transition(startOperation(buildPrivateTransaction()), { type: 'prepared' });
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
  const harness = {
    now: START,
    job,
    balance: 10n ** 18n,
    refusal: null as string | null,
    isChainAway: false,
    feeCap: 10n ** 18n,
    feeLimit: 10n ** 18n,
    accounts: [BROADCASTER],
    signed: [] as UnsignedTransaction[],
    signers: [] as PublicAddress[],
    /** Whose balance, nonce and refusal were read. */
    paidBy: [] as PublicAddress[],
    cancellations: [] as UnsignedTransaction[],
    pricing: [] as PrivateTransactionPricing[],
    checkedGasPrices: [] as bigint[],
    failed: [] as string[],
    postponed: [] as Date[],
    adopted: [] as string[],
    isReconciling: false,
    nextInPools: 4,
    failover: 'recent' as AccountRecords['failover'],
    found: null as FinalTransaction | null,
    reports: [] as unknown[],
    wakes: 0,
  };
  const run = () =>
    signProvedPrivateTransactions({
      privateTransactions: {
        claimProved: async () => [harness.job],
        async sign(_job, pricing, sign) {
          harness.pricing.push(pricing);
          if (harness.isReconciling && pricing.nextInPools === undefined) {
            return { kind: 'reconciling' };
          }
          const signing = await sign(4);
          const operation = transition(prepared, { type: 'signed', signing });
          return { kind: 'signed', operation };
        },
        fail: async (_job, reason) => harness.failed.push(reason) > 0,
        async adopt(_job, transaction) {
          harness.adopted.push(transaction.hash);
          return true;
        },
        postpone: async (_job, until) => void harness.postponed.push(until),
        expire: async () => 0,
      },
      onSigned: () => {
        harness.wakes += 1;
      },
      operations: {
        records: async () => ({
          ...{ nextRecorded: 4, failover: harness.failover },
          ...{ isExported: false, hasRecovered: false },
        }),
        recover: async () => [],
        unexplained: async () => [],
        findRecovered: async () => harness.found,
      },
      assemble: assembleNumbered,
      broadcasters: new Map(
        harness.accounts.map((address) => [
          address,
          {
            address,
            async sign(transaction) {
              const isCancellation = transaction.to === address;
              harness.signers.push(address);
              (isCancellation ? harness.cancellations : harness.signed).push(transaction);
              return hashOf(harness.signed.length + harness.cancellations.length);
            },
            signMessage: () => Promise.reject(new Error('It signs no messages.')),
          },
        ]),
      ),
      chains: new Map([
        [
          CHAIN_ID,
          {
            async balances(owner) {
              harness.paidBy.push(owner);
              return { blockNumber: 50n, units: [toBaseUnits(harness.balance)] };
            },
            async transactionCount(owner) {
              harness.paidBy.push(owner);
              return 4;
            },
            nextInPools: async () => harness.nextInPools,
            finalTransaction: async () => null,
            finalTransactionOf: async () => null,
          },
        ],
      ]),
      calls: new Map([
        [
          CHAIN_ID,
          {
            async presentFees() {
              if (harness.isChainAway) throw new ChainUnavailable(CHAIN_ID, new Error('timeout'));
              const { feeCap } = harness;
              const fees = { maxFeePerGas: 100n, maxPriorityFeePerGas: 10n, feeCap };
              return { fees, pricePerGas: 50n };
            },
            async refusalOf(from, { gasPrice }) {
              harness.paidBy.push(from);
              harness.checkedGasPrices.push(gasPrice);
              return harness.refusal;
            },
          },
        ],
      ]),
      poolContracts: new Map([[CHAIN_ID, [POOL]]]),
      feeLimit: harness.feeLimit,
      clock: { now: () => harness.now, sleep: async () => {} },
      report: (error) => harness.reports.push(error),
    });
  return { harness, run };
}

test('a proved payment is signed with a ladder of fees under one nonce', async () => {
  const { harness, run } = setUp();
  await run();
  expect(harness.signed.map(({ nonce, maxFeePerGas }) => [nonce, maxFeePerGas])).toEqual([
    [4, 100n],
    [4, 130n],
    [4, 200n],
  ]);
  expect(harness.signed[0]).toMatchObject({ to: POOL, data: '0x01', value: 0n, gas: 1_000n });
  expect(harness.pricing[0]).toMatchObject({ estimatedFee: 50_000n, feeCeiling: 200_000n });
});

test('only what was signed wakes the job that sends', async () => {
  const { harness, run } = setUp();
  harness.balance = 0n;
  await run();
  expect([harness.signed.length, harness.wakes]).toEqual([0, 0]);
  harness.balance = 10n ** 18n;
  await run();
  expect([harness.signed.length, harness.wakes]).toEqual([3, 1]);
});

test('its cancellation is signed with it, under the same nonce', async () => {
  const { harness, run } = setUp();
  harness.feeCap = 10n ** 18n;
  await run();
  const cancellation = { to: BROADCASTER, nonce: 4, value: 0n, data: '0x', gas: 21_000n };
  expect(harness.cancellations).toMatchObject([{ ...cancellation, maxFeePerGas: 260n }]);
});

test('a broadcaster who is paid never pays less for gas than the proof is bound to', async () => {
  const { harness, run } = setUp();
  harness.job = { ...harness.job, leastGasPrice: 300n };
  await run();
  expect(harness.checkedGasPrices).toEqual([300n]);
  expect(harness.signed.map((each) => [each.maxFeePerGas, each.maxPriorityFeePerGas])).toEqual([
    [300n, 300n],
    [390n, 390n],
    [600n, 600n],
  ]);
});

test('a bid begins at the price of the network where that is more than was agreed, and is not twice it', async () => {
  const { harness, run } = setUp();
  harness.job = { ...harness.job, leastGasPrice: 20n };
  await run();
  expect(harness.signed.map((each) => [each.maxFeePerGas, each.maxPriorityFeePerGas])).toEqual([
    [50n, 50n],
    [65n, 65n],
    [100n, 100n],
  ]);
});

test('no rung costs more than nodes accept for one transaction', async () => {
  const { harness, run } = setUp();
  harness.feeCap = 180_000n;
  await run();
  expect(harness.signed.map(({ maxFeePerGas }) => maxFeePerGas)).toEqual([100n, 130n, 180n]);
  expect(harness.pricing[0]).toMatchObject({ feeCeiling: 180_000n });
});

test('a payment waits while the network charges more than its nodes accept for one transaction', async () => {
  const { harness, run } = setUp();
  harness.feeCap = 49_999n;
  await run();
  expect(harness.signed).toEqual([]);
  expect(harness.failed).toEqual([]);
  harness.feeCap = 50_000n;
  await run();
  expect(harness.signed.map(({ maxFeePerGas }) => maxFeePerGas)).toEqual([50n]);
});

test('no rung and no cancellation costs more than the limit for one payment', async () => {
  const { harness, run } = setUp();
  harness.feeLimit = 49_999n;
  await run();
  expect(harness.signed).toEqual([]);
  harness.feeLimit = 150_000n;
  await run();
  expect(harness.signed.map(({ maxFeePerGas }) => maxFeePerGas)).toEqual([100n, 130n, 150n]);
  expect(harness.cancellations.map(({ gas, maxFeePerGas }) => gas * maxFeePerGas)).toEqual([
    147_000n,
  ]);
});

test.each([
  ['RailgunLogic: Note already spent', 'notes-spent'],
  ['execution reverted', 'would-revert'],
])('what the network would refuse (%s) ends before it is signed', async (refusal, reason) => {
  const { harness, run } = setUp();
  harness.failover = 'none';
  harness.refusal = refusal;
  await run();
  expect(harness.failed).toEqual([reason]);
  expect(harness.signed).toEqual([]);
});

test.each<[string, Partial<ProvedJob['call']>]>([
  ['of another contract', { to: BROADCASTER }],
  ['that takes money along', { value: 1n }],
  ['that burns any amount of gas', { gasLimit: 20_000_001n }],
])('a call %s is never signed, even if it is in the database', async (_what, change) => {
  const { harness, run } = setUp();
  harness.job = { ...harness.job, call: { ...harness.job.call, ...change } };
  await run();
  expect(harness.failed).toEqual(['would-revert']);
  expect([harness.signed, harness.checkedGasPrices]).toEqual([[], []]);
});

describe('while the broadcaster is replaced', () => {
  const NEW = ALICE;

  /** A payment that was requested from an account, before or after the change. */
  function requestedFrom(account: PublicAddress) {
    const { harness, run } = setUp();
    harness.job = { ...harness.job, operation: { ...harness.job.operation, account } };
    return { harness, run };
  }

  test.each([
    ['before', BROADCASTER],
    ['after', NEW],
  ])(
    'a payment that was requested %s is signed by its own account alone',
    async (_when, account) => {
      const { harness, run } = requestedFrom(account);
      harness.accounts = [NEW, BROADCASTER];
      await run();
      expect(new Set(harness.signers)).toEqual(new Set([account]));
      expect(harness.signed).toHaveLength(3);
      expect(harness.cancellations).toMatchObject([{ to: account }]);
      expect(new Set(harness.paidBy)).toEqual(new Set([account]));
    },
  );

  test('one of an account that this worker does not know yet waits, and is reported', async () => {
    const { harness, run } = requestedFrom(NEW);
    await run();
    expect([harness.signed, harness.failed]).toEqual([[], []]);
    expect(harness.postponed).toEqual([new Date(START.getTime() + 5_000)]);
    expect(harness.reports).toMatchObject([{ cause: { message: expect.stringContaining(NEW) } }]);
    harness.now = new Date(START.getTime() + 50 * 60_000);
    await run();
    expect(harness.failed).toEqual([]);
    harness.accounts = [BROADCASTER, NEW];
    await run();
    expect(harness.signed).toHaveLength(3);
  });

  test('one whose call is not of the pool ends, whoever would sign it', async () => {
    const { harness, run } = requestedFrom(NEW);
    harness.job = { ...harness.job, call: { ...harness.job.call, to: NEW } };
    await run();
    expect(harness.failed).toEqual(['would-revert']);
  });
});

test('notes are consolidated only while there is plenty for the payments of users', async () => {
  const { harness, run } = setUp();
  const operation = { ...harness.job.operation, kind: 'consolidation' as const };
  harness.job = { ...harness.job, operation };
  harness.balance = 50n * 200_000n - 1n;
  await run();
  expect([harness.failed, harness.signed]).toEqual([['broadcaster-underfunded'], []]);
  harness.balance += 1n;
  await run();
  expect([harness.failed.length, harness.signed.length]).toEqual([1, 3]);
});

test('a broadcaster without money waits, says so, and gives up after ten minutes', async () => {
  const { harness, run } = setUp();
  harness.balance = 199_999n;
  await run();
  expect(harness.postponed).toEqual([new Date(START.getTime() + 5_000)]);
  expect(harness.reports).toMatchObject([
    { cause: { message: expect.stringContaining('Send it more.') } },
  ]);
  harness.now = new Date(START.getTime() + 600_001);
  await run();
  expect(harness.failed).toEqual(['broadcaster-underfunded']);
  expect(harness.signed).toEqual([]);
});

test('a broadcaster that will soon be out of money says so while it still pays', async () => {
  const { harness, run } = setUp();
  harness.balance = 50n * 200_000n;
  await run();
  expect(harness.reports).toEqual([]);
  harness.balance -= 1n;
  await run();
  expect(harness.reports).toMatchObject([
    {
      message: expect.stringContaining('soon be out of money'),
      cause: { message: expect.stringContaining(BROADCASTER) },
    },
  ]);
  expect(harness.signed).toHaveLength(6);
});

test('a payment that is sent later waits for the money from its own send time on', async () => {
  const { harness, run } = setUp();
  harness.balance = 0n;
  harness.now = new Date(START.getTime() + 3_600_000);
  harness.job = { ...harness.job, sendAt: harness.now };
  await run();
  expect(harness.failed).toEqual([]);
});

test('a chain that does not respond decides nothing', async () => {
  const { harness, run } = setUp();
  harness.isChainAway = true;
  await run();
  expect([harness.failed, harness.signed]).toEqual([[], []]);
  expect(harness.postponed).toHaveLength(1);
});

describe('after a failover that may have lost commits', () => {
  test('what the network has of a payment becomes its transaction, and nothing is signed', async () => {
    const { harness, run } = setUp();
    harness.isReconciling = true;
    harness.found = FOUND;
    await run();
    expect([harness.adopted, harness.signed]).toEqual([[FOUND.hash], []]);
  });

  test('a payment whose notes are spent by itself does not fail', async () => {
    const { harness, run } = setUp();
    harness.refusal = 'RailgunLogic: Note already spent';
    harness.found = FOUND;
    await run();
    expect([harness.adopted, harness.failed]).toEqual([[FOUND.hash], []]);
  });

  test.each(['RailgunLogic: Note already spent', 'execution reverted'])(
    'one that the network would refuse (%s) is signed: final blocks tell whether a copy paid it',
    async (refusal) => {
      const { harness, run } = setUp();
      harness.refusal = refusal;
      await run();
      expect([harness.failed, harness.signed.length]).toEqual([[], 3]);
    },
  );

  test('a payment that the network has does not fail for want of money', async () => {
    const { harness, run } = setUp();
    harness.balance = 0n;
    harness.now = new Date(START.getTime() + 600_001);
    harness.found = FOUND;
    await run();
    expect([harness.adopted, harness.failed]).toEqual([[FOUND.hash], []]);
  });

  test('it waits while a transaction that is not recorded is still in a pool, then is signed', async () => {
    const { harness, run } = setUp();
    harness.isReconciling = true;
    harness.nextInPools = 5;
    await run();
    expect([harness.signed.length, harness.postponed.length]).toEqual([0, 1]);
    harness.nextInPools = 4;
    await run();
    expect(harness.signed).toHaveLength(3);
  });
});

const FOUND: FinalTransaction = {
  ...{ nonce: 3, hash: hashOf(77), raw: '0x01', to: POOL, value: 0n, data: '0x' },
  ...{ feeCeiling: toBaseUnits(1n), blockNumber: 9n, blockHash: hashOf(9), minedAt: START },
};
