import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import { advanceSwap } from '#domain/swap/swap';
import { ALICE, KAX, USDC } from '#testing/network';
import { advanceDueSwaps } from '../../../jobs/advance-swaps.ts';
import type { StepVerdict } from '../../../ports/exchange-aggregator.ts';
import type { StoredSwap, Swaps } from '../../../ports/swaps.ts';
import { createTestServer, type TestServer } from '../../../server.test-setup.ts';
import { createPostgresSwaps } from './swaps.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const HASH = `0x${'1'.repeat(64)}` as TransactionHash;
const later = (ms: number) => new Date(NOW.getTime() + ms);

let server: TestServer;
let swaps: Swaps;
beforeAll(async () => {
  server = await createTestServer();
  swaps = createPostgresSwaps(server.database);
});
beforeEach(() => server.database.pool.query('truncate swaps, swap_offers'));
afterAll(() => server.stop());

const asset = {
  blockchain: 'POLYGON',
  address: null,
  symbol: 'KAX',
  decimals: 18,
  logo: null,
  blockchainLogo: null,
  chain: 'Polygon',
  usdPrice: null,
};
const hop = {
  from: asset,
  to: { ...asset, symbol: 'USDC' },
  fromAmount: '50',
  toAmount: '58.8',
  swapperId: 'A',
  swapperLogo: null,
  swapperType: 'DEX',
  fee: [],
  timeStat: null,
  estimatedTimeInSeconds: 5,
  fromAmountMinValue: null,
  fromAmountMaxValue: null,
  internalSwaps: [],
};

function newSwap(more: Partial<StoredSwap> = {}): StoredSwap {
  const requestId = randomUUID();
  return {
    requestId,
    userId: '00000000-0000-0000-0000-00000000000a',
    account: ALICE,
    fromTokenId: KAX.id,
    toTokenId: USDC.id,
    amount: (2n ** 200n) as BaseUnits,
    minimumReceived: 1n as BaseUnits,
    slippageBps: 100,
    route: { requestId, outputAmount: '58.8', resultType: 'OK', swaps: [hop, hop], tags: [] },
    steps: [{ state: 'to-sign', since: NOW }, { state: 'to-come' }],
    status: 'pending',
    error: null,
    createdAt: NOW,
    updatedAt: NOW,
    ...more,
  };
}

async function stored(swap: StoredSwap): Promise<StoredSwap> {
  const key = { idempotencyKey: swap.requestId, fingerprint: 'f' };
  expect(await swaps.insert(swap, key)).toBe(true);
  return swap;
}

describe('the swap repository', () => {
  it('returns exactly what was stored, to its user only', async () => {
    const swap = await stored(newSwap());
    expect(await swaps.find(swap.userId, swap.requestId)).toEqual({ swap, version: 1 });
    const stranger = '00000000-0000-0000-0000-00000000000b';
    expect(await swaps.find(stranger, swap.requestId)).toBeNull();
    expect(await swaps.list(stranger, { before: null, limit: 10 })).toEqual([]);
  });

  it('accepts a route and a key once', async () => {
    const swap = await stored(newSwap());
    const again = { idempotencyKey: 'other', fingerprint: 'f' };
    expect(await swaps.insert(swap, again)).toBe(false);
    const sameKey = { idempotencyKey: swap.requestId, fingerprint: 'g' };
    expect(await swaps.insert(newSwap(), sameKey)).toBe(false);
  });

  it('refuses a change based on an older version', async () => {
    const swap = await stored(newSwap());
    const claim = { swap, version: 1 };
    const sent = advanceSwap(swap, { type: 'sent', operationId: 'o', hash: HASH, at: NOW });
    expect(await swaps.record(claim, sent, NOW)).toBe(true);
    expect(await swaps.record(claim, swap, NOW)).toBe(false);
    expect((await swaps.find(swap.userId, swap.requestId))?.swap).toEqual(sent);
  });

  it('lets one process at a time claim a due swap, and none an ended one', async () => {
    await stored(newSwap());
    const claim = () => swaps.claimDue({ now: later(30_000), leaseMs: 60_000, limit: 10 });
    const claimed = await Promise.all([claim(), claim()]);
    expect(claimed.flat()).toHaveLength(1);
    await stored(newSwap({ status: 'completed' }));
    expect(await claim()).toEqual([]);
  });

  it('pages the history from the newest back', async () => {
    const all = await Promise.all(
      [1, 2, 3].map((minute) => stored(newSwap({ createdAt: later(minute * 60_000) }))),
    );
    const [userId] = all.map((swap) => swap.userId);
    const first = await swaps.list(userId ?? '', { before: null, limit: 2 });
    const before = first.at(-1)?.requestId ?? null;
    const rest = await swaps.list(userId ?? '', { before, limit: 2 });
    const ids = [...first, ...rest].map(({ requestId }) => requestId);
    expect(ids).toEqual(all.map(({ requestId }) => requestId).reverse());
  });
});

describe('the job that follows swaps', () => {
  const confirmed = {
    id: 'o1',
    status: 'confirmed',
    signing: {},
    inclusion: { transactionHash: HASH },
    endedAt: NOW,
  };

  async function runJob(
    harness: {
      readonly at: Date;
      readonly operation?: object | null;
      readonly verdict?: StepVerdict | Error;
    },
    swap: StoredSwap,
  ) {
    const { operation = null, verdict = { kind: 'running' } } = harness;
    const found = operation === null ? null : { operation, fingerprint: 'f' };
    await advanceDueSwaps({
      swaps,
      operations: { find: async () => found, findByKey: async () => found } as never,
      exchange: {
        checkStatus: async () => {
          if (verdict instanceof Error) throw verdict;
          return verdict;
        },
      },
      clock: { now: () => harness.at, sleep: async () => {} },
      report: () => {},
    });
    const after = await swaps.find(swap.userId, swap.requestId);
    if (after === null) throw new Error('The swap is gone.');
    return after.swap;
  }

  it('ends a first step that was never signed, long after its request is gone', async () => {
    const swap = await stored(newSwap());
    expect((await runJob({ at: later(60_000) }, swap)).status).toBe('pending');
    const ended = await runJob({ at: later(10 * 60_000) }, swap);
    expect(ended).toMatchObject({
      status: 'failed',
      error: 'The swap didn’t start. Nothing was sent.',
    });
  });

  it('finds the signature that a killed request could no longer record', async () => {
    const swap = await stored(newSwap());
    const next = await runJob({ at: later(10 * 60_000), operation: confirmed }, swap);
    expect(next).toMatchObject({
      status: 'in-progress',
      steps: [{ state: 'sent', hash: HASH }, {}],
    });
  });

  const sent = () =>
    advanceSwap(newSwap(), { type: 'sent', operationId: 'o1', hash: HASH, at: NOW });
  const output = {
    outputAmount: '58.7',
    outputAsset: { blockchain: 'POLYGON', symbol: 'USDC' },
    destinationHash: null,
    message: null,
  };

  it('lets the next step wait for its signature when the exchange says what arrived', async () => {
    const swap = await stored(sent());
    const verdict = { kind: 'success', outputType: 'DESIRED_OUTPUT', ...output } as const;
    const next = await runJob({ at: later(30_000), operation: confirmed, verdict }, swap);
    expect(next.steps).toMatchObject([
      { state: 'done', output: { amount: '58.7' } },
      { state: 'to-sign' },
    ]);
  });

  it('never ends a swap for silence', async () => {
    const swap = await stored(sent());
    const verdict = new Error('No response.');
    const next = await runJob({ at: later(86_400_000), operation: confirmed, verdict }, swap);
    expect(next.status).toBe('in-progress');
  });

  it('says what came back when the exchange could not finish', async () => {
    const swap = await stored(sent());
    const verdict = {
      kind: 'failed',
      outputType: 'REVERTED_TO_INPUT',
      ...output,
      outputAmount: '50',
      outputAsset: { blockchain: 'POLYGON', symbol: 'KAX' },
      message: 'The deposit was refunded',
    } as const;
    const next = await runJob({ at: later(30_000), operation: confirmed, verdict }, swap);
    expect(next).toMatchObject({
      status: 'failed',
      error: 'The deposit was refunded. You have 50 KAX back.',
    });
  });

  it('says that nothing was taken when the network rejected it', async () => {
    const swap = await stored(sent());
    const operation = { ...confirmed, status: 'reverted' };
    const next = await runJob({ at: later(30_000), operation }, swap);
    expect(next.error).toBe(
      'The network rejected this step. Your KAX didn’t move. You only paid the network fee.',
    );
  });

  it('says what the user holds, and on which chain, when a step on the other chain is rejected', async () => {
    const there = { ...asset, blockchain: 'AVAX_CCHAIN', chain: 'Avalanche', symbol: 'USDC' };
    const bridge = { ...hop, to: there };
    const last = { ...hop, from: there, to: { ...there, symbol: 'AVAX' } };
    const output = { amount: '58.7', symbol: 'USDC', blockchain: 'AVAX_CCHAIN' } as const;
    const { steps, route, ...rest } = sent();
    const done = { state: 'done', hash: HASH, destinationHash: HASH, at: NOW } as const;
    const arrived = { ...done, output: { ...output, type: 'DESIRED_OUTPUT' } } as const;
    const swap = await stored({
      ...rest,
      route: { ...route, swaps: [bridge, last] },
      steps: [arrived, ...steps.slice(0, 1)],
    });
    const operation = { ...confirmed, status: 'reverted' };
    const next = await runJob({ at: later(30_000), operation }, swap);
    expect(next.error).toBe(
      'The network rejected this step. You have 58.7 USDC on Avalanche instead.',
    );
    expect(next.steps[1]).toMatchObject({
      state: 'failed',
      output: { ...output, type: 'MIDDLE_ASSET_IN_DEST' },
    });
  });
});
