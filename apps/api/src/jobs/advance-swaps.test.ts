import { expect, it } from 'vitest';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { FinalPayment } from '#domain/swap/delivery';
import { advanceSwap } from '#domain/swap/swap';
import { ALICE, BOB, KAX } from '#testing/network';
import { buildSwapHop, buildSwapRoute, USDC_THERE } from '#testing/swap-route';
import { ChainUnavailable } from '../ports/public-chain.ts';
import type { StoredSwap } from '../ports/swaps.ts';
import { createMemorySwaps, type SwapRows } from '../simulator/swaps/memory-swaps.ts';
import { buildStoredSwap } from '../simulator/swaps/swaps-contract.ts';
import { advanceDueSwaps } from './advance-swaps.ts';

const OWN = `0x${'1'.repeat(64)}` as TransactionHash;
const DELIVERY = `0x${'2'.repeat(64)}` as TransactionHash;
const MINUTE = 60_000;
const begun = buildStoredSwap();
const later = (minutes: number) => new Date(begun.createdAt.getTime() + minutes * MINUTE);
const paid = (units: bigint, at = later(2), sender = BOB): FinalPayment => ({
  ...{ units: toBaseUnits(units), at, sender },
});

/** A swap whose last step, over a bridge or on the same chain, was sent. */
function sentSwap(more: Partial<StoredSwap> = {}, isBridged = true): StoredSwap {
  const to = isBridged ? USDC_THERE : { ...USDC_THERE, chainId: KAX.chainId };
  const hop = buildSwapHop(KAX, to, { toAmount: '58.8' });
  const swap = buildStoredSwap({
    toTokenId: USDC_THERE.id,
    minimumReceived: toBaseUnits(58_000_000n),
    route: buildSwapRoute([hop]),
    steps: [{ state: 'to-sign', since: begun.createdAt }],
    ...more,
  });
  const { createdAt: at } = begun;
  return advanceSwap(swap, { type: 'sent', operationId: 'o1', hash: OWN, at });
}

interface Given {
  /** By transaction: what a final block shows of it; an error where no node responds. */
  readonly payments?: ReadonlyMap<TransactionHash, FinalPayment | Error>;
  readonly destinationHash?: TransactionHash | null;
  readonly hasNodes?: boolean;
  readonly swaps?: readonly StoredSwap[];
}

function setUp({ payments = new Map(), destinationHash = DELIVERY, ...given }: Given) {
  const { hasNodes = true, swaps: stored = [sentSwap()] } = given;
  const rows: SwapRows = { offers: new Map(), swaps: new Map() };
  for (const swap of stored) {
    const key = { idempotencyKey: swap.requestId, fingerprint: 'f' };
    rows.swaps.set(swap.requestId, { swap, version: 1, dueAt: swap.createdAt, ...key });
  }
  const requested: { hash: TransactionHash; account: PublicAddress }[] = [];
  const reports: unknown[] = [];
  const operation = {
    ...{ status: 'confirmed', signing: {}, endedAt: begun.createdAt },
    inclusion: { transactionHash: OWN },
  };
  const finalPayment = async (hash: TransactionHash, _token: unknown, account: PublicAddress) => {
    requested.push({ hash, account });
    const payment = payments.get(hash) ?? null;
    if (payment instanceof Error) throw payment;
    return payment;
  };
  const run = async (minutes: number) => {
    for (const row of rows.swaps.values()) row.dueAt = begun.createdAt;
    await advanceDueSwaps({
      swaps: createMemorySwaps(rows),
      checks: new Map(hasNodes ? [[USDC_THERE.chainId, { finalPayment }]] : []),
      tokens: [USDC_THERE],
      operations: { find: async () => ({ operation }), findByKey: async () => null } as never,
      exchange: {
        checkStatus: async () => ({
          kind: 'success',
          outputAmount: '600',
          outputAsset: null,
          outputType: 'DESIRED_OUTPUT',
          destinationHash,
          message: null,
        }),
      },
      clock: { now: () => later(minutes), sleep: async () => {} },
      report: (error) => reports.push(error),
    });
    return [...rows.swaps.values()].map(({ swap }) => ({ ...swap, last: swap.steps.at(-1) }));
  };
  return { run, requested, reports };
}

it('completes a swap with what arrived on the other chain, whatever the exchange says', async () => {
  const { run, requested } = setUp({ payments: new Map([[DELIVERY, paid(58_700_000n)]]) });
  const [swap] = await run(2);
  expect(swap).toMatchObject({
    status: 'completed',
    last: { delivery: 'confirmed', destinationHash: DELIVERY, output: { amount: '58.7' } },
  });
  expect(requested).toEqual([{ hash: DELIVERY, account: begun.account }]);
});

it('reads its own transaction where the last step stays on its chain', async () => {
  const payments = new Map([[OWN, paid(58_000_000n, later(2), ALICE)]]);
  const { run } = setUp({ payments, destinationHash: null, swaps: [sentSwap({}, false)] });
  const [swap] = await run(2);
  expect(swap).toMatchObject({
    status: 'completed',
    last: { delivery: 'confirmed', output: { amount: '58' } },
  });
});

it.each<[string, Given]>([
  ['is in no final block', {}],
  ['pays less than was agreed', { payments: new Map([[DELIVERY, paid(57_999_999n)]]) }],
  ['is from before the swap', { payments: new Map([[DELIVERY, paid(58_700_000n, later(-6))]]) }],
  ['is named by no one', { destinationHash: null }],
  [
    'the account itself made',
    { payments: new Map([[DELIVERY, paid(58_700_000n, later(2), ALICE)]]) },
  ],
  [
    'cannot be looked for',
    { payments: new Map([[DELIVERY, new ChainUnavailable(1, new Error('timeout'))]]) },
  ],
])(
  'a delivery that %s is looked for during an hour, and then only reported',
  async (_what, given) => {
    const { run } = setUp(given);
    const [first] = await run(2);
    expect(first).toMatchObject({
      status: 'in-progress',
      last: { state: 'sent', reportedAt: later(2) },
    });
    const [shortBefore] = await run(61);
    expect(shortBefore?.status).toBe('in-progress');
    const [after] = await run(62);
    expect(after).toMatchObject({
      status: 'completed',
      last: { delivery: 'reported', output: { amount: '600' } },
    });
  },
);

it('a delivery that is found while it is looked for is confirmed', async () => {
  const payments = new Map<TransactionHash, FinalPayment>();
  const { run } = setUp({ payments });
  await run(2);
  payments.set(DELIVERY, paid(58_700_000n));
  const [swap] = await run(30);
  expect(swap).toMatchObject({ status: 'completed', last: { delivery: 'confirmed' } });
});

it('on a chain that we have no node of, the exchange’s report is all there is, and stored as that', async () => {
  const { run } = setUp({ hasNodes: false });
  const [swap] = await run(2);
  expect(swap).toMatchObject({ status: 'completed', last: { delivery: 'reported' } });
});

it('one transaction is the delivery of one swap', async () => {
  const payments = new Map([[DELIVERY, paid(58_700_000n)]]);
  const { run } = setUp({ payments, swaps: [sentSwap(), sentSwap()] });
  await run(2);
  const swaps = await run(3);
  expect(swaps.map(({ status }) => status).sort()).toEqual(['completed', 'in-progress']);
  const ended = await run(64);
  expect(ended.map(({ last }) => last && 'delivery' in last && last.delivery).sort()).toEqual([
    'confirmed',
    'reported',
  ]);
});

it('what our nodes could not show is reported', async () => {
  const cause = new ChainUnavailable(1, new Error('timeout'));
  const { run, reports } = setUp({ payments: new Map([[DELIVERY, cause]]) });
  await run(2);
  expect(reports).toMatchObject([{ cause }]);
});
