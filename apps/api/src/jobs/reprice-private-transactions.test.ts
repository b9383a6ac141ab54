import { expect, test } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { isSent, type SentOperation } from '#domain/operation/operation';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';
import { ALICE } from '#testing/network';
import {
  BROADCASTER,
  buildPrivateTransaction,
  buildSigned,
  buildSigning,
  buildTriedPrivateTransaction,
  hashOf,
  START,
  uuidOf,
} from '#testing/operation';
import type { Repricing, SentPayment } from '../ports/private-transactions.ts';
import { ChainUnavailable } from '../ports/public-chain.ts';
import { assembleNumbered } from '../simulator/numbered-signatures.ts';
import { repricePrivateTransactions } from './reprice-private-transactions.ts';

const POOL = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0' as PublicAddress;
const CHAIN_ID = buildPrivateTransaction().chainId;
const GAS = 30_000n;

/** Sent payments with the given nonces, of which every rung pays 100 for one gas. */
function setUp(...nonces: number[]) {
  const harness = {
    sent: nonces.map((nonce) => triedWith(nonce)),
    pricePerGas: 300n,
    feeLimit: 10n ** 17n,
    poor: null as PublicAddress | null,
    available: 10n ** 18n,
    isChainAway: false,
    busy: null as string | null,
    reads: 0,
    accounts: [BROADCASTER],
    signed: [] as UnsignedTransaction[],
    signers: [] as PublicAddress[],
    balancesOf: [] as PublicAddress[],
    stored: [] as { readonly id: string; readonly repricing: Repricing }[],
    reports: [] as { readonly message: string; readonly cause: unknown }[],
  };
  const run = () =>
    repricePrivateTransactions({
      privateTransactions: {
        listSent: async () => harness.sent,
        async reprice(operation, _run, sign) {
          if (harness.busy === operation.id) return false;
          const isPoor = operation.account === harness.poor;
          const available = toBaseUnits(isPoor ? 0n : harness.available);
          const payment: SentPayment = { operation, leastGasPrice: null, available };
          const repricing = await sign(payment);
          if (repricing !== null) harness.stored.push({ id: operation.id, repricing });
          return repricing !== null;
        },
      },
      assemble: assembleNumbered,
      broadcasters: new Map(
        harness.accounts.map((address) => [
          address,
          {
            address,
            async sign(transaction) {
              harness.signers.push(address);
              return hashOf(harness.signed.push(transaction));
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
              harness.balancesOf.push(owner);
              return { blockNumber: 50n, units: [toBaseUnits(1n)] };
            },
          },
        ],
      ]),
      calls: new Map([
        [
          CHAIN_ID,
          {
            async presentFees() {
              harness.reads += 1;
              if (harness.isChainAway) throw new ChainUnavailable(CHAIN_ID, new Error('timeout'));
              const { pricePerGas } = harness;
              const fees = { maxPriorityFeePerGas: 1n, feeCap: 10n ** 18n };
              return { fees: { ...fees, maxFeePerGas: 2n * pricePerGas }, pricePerGas };
            },
          },
        ],
      ]),
      poolContracts: new Map([[CHAIN_ID, [POOL]]]),
      readSigned: (raw) => ({
        ...{ chainId: CHAIN_ID, to: POOL, value: 0n, data: '0x01', gas: GAS },
        nonce: nonceOf(raw, harness.sent),
        ...{ maxFeePerGas: 100n, maxPriorityFeePerGas: 1n },
      }),
      feeLimit: harness.feeLimit,
      clock: { now: () => START, sleep: async () => {} },
      report: (error) => harness.reports.push(error),
    });
  return { harness, run };
}

test('a payment whose rungs are all too cheap is signed once more under its nonce, and stored', async () => {
  const { harness, run } = setUp(4);
  await run();
  expect(harness.signed.map(({ nonce, to, maxFeePerGas }) => [nonce, to, maxFeePerGas])).toEqual([
    [4, POOL, 600n],
    [4, BROADCASTER, 780n],
  ]);
  expect(harness.stored).toMatchObject([
    { id: uuidOf(4), repricing: { type: 'repriced', at: START } },
  ]);
  expect(harness.reports).toEqual([]);
});

test('all that wait are re-priced, the one that the others wait for first', async () => {
  const { harness, run } = setUp(6, 4, 5);
  await run();
  expect(harness.stored.map(({ id }) => id)).toEqual([4, 5, 6].map(uuidOf));
});

test('nothing is signed while the network charges no more than the highest rung pays', async () => {
  const { harness, run } = setUp(4);
  harness.pricePerGas = 100n;
  await run();
  expect([harness.signed, harness.stored, harness.reports]).toEqual([[], [], []]);
});

test('no node is asked while no payment of the broadcaster was tried in vain', async () => {
  const { harness, run } = setUp();
  const untried = buildSigned(buildPrivateTransaction());
  const foreign = buildTriedPrivateTransaction({ account: ALICE });
  harness.sent = [untried, foreign].filter(isSent);
  await run();
  expect(harness.reads).toBe(0);
});

test('a payment never costs more than the limit: it is reported, and what is behind it waits', async () => {
  const { harness, run } = setUp(4, 5);
  harness.feeLimit = 299n * GAS;
  await run();
  expect(harness.signed).toEqual([]);
  expect(harness.reports).toMatchObject([{ operationId: uuidOf(4) }]);
  harness.feeLimit = 400n * GAS;
  await run();
  const costs = harness.signed.map(({ gas, maxFeePerGas }) => gas * maxFeePerGas);
  expect(costs.every((cost) => cost <= harness.feeLimit)).toBe(true);
});

test('nothing is signed that the broadcaster cannot pay', async () => {
  const { harness, run } = setUp(4);
  harness.available = 600n * GAS - 1n;
  await run();
  expect(harness.signed).toEqual([]);
  expect(harness.reports).toMatchObject([{ operationId: uuidOf(4) }]);
  harness.available = 600n * GAS;
  await run();
  expect(harness.stored).toHaveLength(1);
});

test('what a worker is sending is left to the next run, and what is behind it is not', async () => {
  const { harness, run } = setUp(4, 5);
  harness.busy = uuidOf(4);
  await run();
  expect(harness.stored.map(({ id }) => id)).toEqual([uuidOf(5)]);
  expect(harness.reports).toEqual([]);
});

test('each account re-prices what it has signed itself, in the order of its own nonces', async () => {
  const { harness, run } = setUp(5, 4);
  harness.accounts = [ALICE, BROADCASTER];
  harness.sent = [...harness.sent, triedWith(2, ALICE), triedWith(1, ALICE)];
  await run();
  const signed = harness.signers.map((signer, at) => [signer, harness.signed[at]?.nonce]);
  // The dearer rung and its cancellation.
  const twice = [4, 4, 5, 5].map((nonce) => [BROADCASTER, nonce]);
  expect(signed).toEqual([...twice, ...[1, 1, 2, 2].map((nonce) => [ALICE, nonce])]);
  expect(harness.balancesOf).toEqual([BROADCASTER, ALICE]);
  const cancelled = harness.signed.filter(({ to }) => to !== POOL).map(({ to }) => to);
  expect(cancelled).toEqual([BROADCASTER, BROADCASTER, ALICE, ALICE]);
});

test('what one account cannot pay keeps nothing of another waiting', async () => {
  const { harness, run } = setUp(4);
  harness.accounts = [ALICE, BROADCASTER];
  harness.sent = [...harness.sent, triedWith(1, ALICE)];
  harness.poor = BROADCASTER;
  await run();
  expect(harness.stored.map(({ id }) => id)).toEqual([uuidOf(1)]);
  expect(harness.reports).toMatchObject([{ operationId: uuidOf(4) }]);
});

test('a payment of an account that this worker does not know is never signed by another, and reported', async () => {
  const { harness, run } = setUp(4);
  harness.accounts = [ALICE];
  await run();
  expect([harness.signed, harness.stored]).toEqual([[], []]);
  expect(harness.reports).toMatchObject([
    { operationId: uuidOf(4), cause: { message: expect.stringContaining(BROADCASTER) } },
  ]);
});

test('a chain that does not respond is reported, and nothing is signed', async () => {
  const { harness, run } = setUp(4);
  harness.isChainAway = true;
  await run();
  expect(harness.signed).toEqual([]);
  expect(harness.reports).toMatchObject([{ message: 'The chain did not respond.' }]);
});

function triedWith(nonce: number, account = BROADCASTER): SentOperation {
  const details = { id: uuidOf(nonce), account, feeCeiling: toBaseUnits(1n) };
  const operation = {
    ...buildTriedPrivateTransaction(details),
    signing: buildSigning(nonce),
  };
  if (!isSent(operation)) throw new Error('It is not sent.');
  return operation;
}

function nonceOf(raw: string, sent: readonly SentOperation[]): number {
  const found = sent.find(({ signing }) => signing.ladder.some((rung) => rung.raw === raw));
  if (found === undefined) throw new Error(`${raw} was not signed.`);
  return found.signing.nonce;
}
