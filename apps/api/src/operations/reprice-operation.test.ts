import { describe, expect, test } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { CANCELLATION_GAS } from '#domain/operation/fee-ladder';
import { isSent, type SentOperation } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';
import { BROADCASTER, buildTriedPrivateTransaction, hashOf, START } from '#testing/operation';
import { assembleNumbered } from '../simulator/numbered-signatures.ts';
import { NotOurSignature, planRepricing, signRepricing } from './reprice-operation.ts';

const POOL = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0' as PublicAddress;
const tried = sent(buildTriedPrivateTransaction({ feeCeiling: toBaseUnits(200_000n) }));
const { chainId, signing } = tried;
const call = {
  chainId,
  nonce: signing.nonce,
  to: POOL,
  value: 0n,
  data: '0xabcd',
  gas: 1_000n,
} as const;

/** What was signed at 100 for one gas. */
function signedTransactions(): Map<string, UnsignedTransaction> {
  const fees = [100n, 130n, 200n];
  const signed = new Map<string, UnsignedTransaction>();
  for (const [index, { raw }] of signing.ladder.entries()) {
    const maxFeePerGas = fees[index] ?? 0n;
    signed.set(raw, { ...call, maxFeePerGas, maxPriorityFeePerGas: maxFeePerGas / 10n });
  }
  const nothing = { ...call, to: BROADCASTER, data: '0x', gas: CANCELLATION_GAS } as const;
  const cancellation = { ...nothing, maxFeePerGas: 260n, maxPriorityFeePerGas: 26n };
  return signed.set(signing.cancellation?.raw ?? '', cancellation);
}

function plan(
  pricePerGas: bigint,
  {
    operation = tried,
    leastGasPrice = null,
    feeCap = 10n ** 18n,
    contracts = [POOL],
    signed = signedTransactions(),
  }: {
    readonly operation?: SentOperation;
    readonly leastGasPrice?: bigint | null;
    readonly feeCap?: bigint;
    readonly contracts?: readonly PublicAddress[];
    readonly signed?: ReadonlyMap<string, UnsignedTransaction>;
  } = {},
) {
  const fees = { maxFeePerGas: 2n * pricePerGas, maxPriorityFeePerGas: 20n, feeCap };
  return planRepricing(
    { operation, leastGasPrice },
    {
      present: { fees, pricePerGas },
      contracts,
      readSigned(raw) {
        const transaction = signed.get(raw);
        if (transaction === undefined) throw new Error(`${raw} was not signed.`);
        return transaction;
      },
    },
  );
}

describe('what the broadcaster sent', () => {
  test('is left as it is while its highest rung pays what the network charges', () => {
    expect(plan(200n)).toEqual({ kind: 'sufficient' });
  });

  test('gets a rung with the same call, the same nonce and the present fees, and a dearer cancellation', () => {
    const planned = plan(300n);
    expect(planned).toEqual({
      kind: 'planned',
      plan: {
        rung: { ...call, maxFeePerGas: 600n, maxPriorityFeePerGas: 26n },
        cancellation: {
          ...{ ...call, to: BROADCASTER, data: '0x', gas: CANCELLATION_GAS },
          ...{ maxFeePerGas: 780n, maxPriorityFeePerGas: 34n },
        },
        // The cancellation has more gas than this call.
        fees: { estimatedFee: 300_000n, feeCeiling: 780n * CANCELLATION_GAS },
      },
    });
  });

  test('is too cheap as well when only its tip is below the one of the network', () => {
    const poor = signedTransactions();
    const top = signing.ladder.at(-1)?.raw ?? '';
    poor.set(top, { ...call, maxFeePerGas: 200n, maxPriorityFeePerGas: 19n });
    expect(plan(200n, { signed: poor })).toMatchObject({
      plan: { rung: { maxFeePerGas: 400n, maxPriorityFeePerGas: 25n } },
    });
  });

  test('pays its whole bid where the proof is bound to a price', () => {
    const bound = new Map(
      [...signedTransactions()].map(([raw, each]) => [
        raw,
        { ...each, maxPriorityFeePerGas: each.maxFeePerGas },
      ]),
    );
    expect(plan(300n, { leastGasPrice: 90n, signed: bound })).toMatchObject({
      plan: { rung: { maxFeePerGas: 300n, maxPriorityFeePerGas: 300n } },
    });
    expect(plan(210n, { leastGasPrice: 90n, signed: bound })).toMatchObject({
      plan: { rung: { maxFeePerGas: 260n, maxPriorityFeePerGas: 260n } },
    });
  });

  test('never costs more than the limit, and stays as it is where the network charges more', () => {
    const planned = plan(300n, { feeCap: 400_000n });
    expect(planned).toMatchObject({ plan: { rung: { maxFeePerGas: 400n } } });
    expect(plan(300n, { feeCap: 299_999n })).toEqual({ kind: 'above-limit' });
    // A node replaces a transaction only with one that pays 10 % more.
    expect(plan(201n, { feeCap: 219_999n })).toEqual({ kind: 'above-limit' });
  });

  test.each<[string, Partial<UnsignedTransaction>]>([
    ['another nonce', { nonce: 9 }],
    ['another chain', { chainId: 1 }],
    ['another contract', { to: BROADCASTER }],
    ['a value', { value: 1n }],
    ['other data', { data: '0xabce' }],
    ['other gas', { gas: 1_001n }],
  ])('is never signed again when one of its rungs has %s', (_what, more) => {
    for (const { raw } of signing.ladder) {
      const signed = signedTransactions();
      signed.set(raw, { ...call, maxFeePerGas: 100n, maxPriorityFeePerGas: 1n, ...more });
      expect(() => plan(300n, { signed })).toThrow(NotOurSignature);
    }
  });

  test('is never signed again when all its rungs are for something else than the pool, or its nonce', () => {
    expect(() => plan(300n, { contracts: [BROADCASTER] })).toThrow(NotOurSignature);
    const others = [{ nonce: 9 }, { value: 1n }, { chainId: 1 }, { gas: 20_000_001n }];
    for (const more of others) {
      const signed = new Map(
        [...signedTransactions()].map(([raw, each]) => [raw, { ...each, ...more }]),
      );
      expect(() => plan(300n, { signed })).toThrow(NotOurSignature);
    }
  });
});

describe('what is being cancelled', () => {
  const at = new Date(START.getTime() + 1_000);
  const event = { type: 'cancellation-requested', reason: 'expired', at: START } as const;
  const cancelling = transition(tried, event);
  const operation = sent(transition(cancelling, { type: 'cancellation-tried', at }));

  test('gets only a dearer cancellation, whatever its rungs pay', () => {
    expect(plan(260n, { operation })).toEqual({ kind: 'sufficient' });
    expect(plan(300n, { operation })).toEqual({
      kind: 'planned',
      plan: {
        rung: null,
        cancellation: {
          ...{ ...call, to: BROADCASTER, data: '0x', gas: CANCELLATION_GAS },
          ...{ maxFeePerGas: 600n, maxPriorityFeePerGas: 34n },
        },
        fees: { estimatedFee: tried.estimatedFee, feeCeiling: 600n * CANCELLATION_GAS },
      },
    });
    expect(plan(300n, { operation, feeCap: 299n * CANCELLATION_GAS })).toEqual({
      kind: 'above-limit',
    });
  });

  test.each<[string, Partial<UnsignedTransaction>]>([
    ['goes elsewhere', { to: POOL }],
    ['moves something', { value: 1n }],
    ['calls something', { data: '0x01' }],
    ['has another nonce', { nonce: 9 }],
  ])('is never signed again when its cancellation %s', (_what, more) => {
    const signed = signedTransactions();
    const raw = signing.cancellation?.raw ?? '';
    signed.set(raw, { ...call, to: BROADCASTER, data: '0x', ...FEES, ...more });
    expect(() => plan(300n, { operation, signed })).toThrow(NotOurSignature);
  });
});

const FEES = { maxFeePerGas: 260n, maxPriorityFeePerGas: 13n };

test('a plan is signed as it is, and nothing is sent', async () => {
  const planned = plan(300n);
  if (planned.kind !== 'planned') throw new Error('Nothing was planned.');
  const signed: UnsignedTransaction[] = [];
  const signer = {
    async sign(transaction: UnsignedTransaction) {
      return hashOf(signed.push(transaction));
    },
  };
  const by = { signer, assemble: assembleNumbered, account: BROADCASTER, at: START };
  expect(await signRepricing(planned.plan, by)).toEqual({
    type: 'repriced',
    rung: { raw: hashOf(1), hash: hashOf(1) },
    cancellation: { raw: hashOf(2), hash: hashOf(2) },
    fees: planned.plan.fees,
    at: START,
  });
  expect(signed).toEqual([planned.plan.rung, planned.plan.cancellation]);
  const refused = signRepricing(planned.plan, { ...by, assemble: () => null });
  await expect(refused).rejects.toThrow('was not planned');
});

function sent(operation: ReturnType<typeof transition>): SentOperation {
  if (!isSent(operation)) throw new Error(`The operation is ${operation.status}.`);
  return operation;
}
