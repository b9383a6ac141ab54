import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TransactionHash } from '#domain/address/address';
import type { FinalPayment } from '#domain/swap/delivery';
import { advanceSwap } from '#domain/swap/swap';
import { KAX, USDC } from '#testing/network';
import { AVAX, buildSwapHop, USDC_THERE } from '#testing/swap-route';
import { advanceDueSwaps } from '../../../jobs/advance-swaps.ts';
import type { StepVerdict } from '../../../ports/exchange-aggregator.ts';
import type { StoredSwap, Swaps } from '../../../ports/swaps.ts';
import { createTestServer, type TestServer } from '../../../server.test-setup.ts';
import { describeDeliveries } from '../../../simulator/swaps/deliveries-contract.ts';
import { buildStoredSwap, describeSwaps } from '../../../simulator/swaps/swaps-contract.ts';
import { createRowSeals } from '../../key-vault/row-seals.ts';
import { addUsers } from '../accounts/users.test-setup.ts';
import { createPostgresOperations } from '../operations/operations.ts';
import { createPostgresSwaps } from './swaps.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const HASH = `0x${'1'.repeat(64)}` as TransactionHash;
const later = (ms: number) => new Date(NOW.getTime() + ms);

const seals = createRowSeals(randomBytes(32));
let server: TestServer;
let swaps: Swaps;
beforeAll(async () => {
  server = await createTestServer();
  swaps = createPostgresSwaps(server.database, seals);
  await addUsers(server.database.pool, [0xa11ce]);
});
beforeEach(() => server.database.pool.query('truncate swaps, swap_offers'));
afterAll(() => server.stop());

async function stored(swap: StoredSwap): Promise<StoredSwap> {
  const key = { idempotencyKey: swap.requestId, fingerprint: 'f' };
  expect(await swaps.insert(swap, key)).toBe(true);
  return swap;
}

describeSwaps('the swap repository in PostgreSQL', async () => {
  const { pool } = server.database;
  await pool.query('truncate operations, operation_transactions, chain_accounts cascade');
  return { swaps, operations: createPostgresOperations({ pool }) };
});

describeDeliveries('deliveries of swaps in PostgreSQL', async () => swaps);

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
      /** What our nodes show on the other chain. */
      readonly payment?: FinalPayment | null;
    },
    swap: StoredSwap,
  ) {
    const { operation = null, verdict = { kind: 'running' }, payment = null } = harness;
    const found = operation === null ? null : { operation, fingerprint: 'f' };
    await advanceDueSwaps({
      swaps,
      checks: new Map([[AVAX.chainId, { finalPayment: async () => payment }]]),
      tokens: [USDC, AVAX],
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
    const swap = await stored(buildStoredSwap());
    expect((await runJob({ at: later(60_000) }, swap)).status).toBe('pending');
    const ended = await runJob({ at: later(10 * 60_000) }, swap);
    expect(ended).toMatchObject({
      status: 'failed',
      error: 'The swap didn’t start. Nothing was sent.',
    });
  });

  it('finds the signature that a killed request could no longer record', async () => {
    const swap = await stored(buildStoredSwap());
    const next = await runJob({ at: later(10 * 60_000), operation: confirmed }, swap);
    expect(next).toMatchObject({
      status: 'in-progress',
      steps: [{ state: 'sent', hash: HASH }, {}],
    });
  });

  const sent = () =>
    advanceSwap(buildStoredSwap(), { type: 'sent', operationId: 'o1', hash: HASH, at: NOW });
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
    const bridge = buildSwapHop(KAX, USDC_THERE);
    const last = buildSwapHop(USDC_THERE, AVAX);
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
