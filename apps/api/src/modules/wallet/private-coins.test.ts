import { describe, expect, it } from 'vitest';
import { ZERO_UNITS } from '#domain/amount/base-units';
import { KAX, USDC } from '#testing/network';
import { hashOf, START } from '#testing/operation';
import { privateCoins as coinsContract } from '#wire/wallet/private-coins';
import { refreshPrivateCoin as refreshContract } from '#wire/wallet/refresh-private-coin';
import { createPrivateCoins } from './private-coins.ts';
import { createRefreshPrivateCoin } from './refresh-private-coin.ts';
import {
  callOf,
  createPrivateHarness,
  OWN,
  poolOperation,
  viewOf,
  workerOf,
} from './shielded/private.test-setup.ts';

const ago = (ms: number) => new Date(START.getTime() - ms);

function setUp() {
  const { harness, ports } = createPrivateHarness();
  const coins = createPrivateCoins(ports);
  const refresh = createRefreshPrivateCoin(ports);
  const request = () =>
    coins(callOf<typeof coinsContract>({ params: undefined, query: undefined }));
  return {
    harness,
    request,
    read: async () => coinsContract.response.parse(await request()),
    async usdc() {
      const { data } = coinsContract.response.parse(await request());
      const coin = data[0]?.coins.find(({ id }) => id === USDC.id);
      if (coin === undefined) throw new Error('There is no USDC.');
      return coin;
    },
    refresh: (coinId: string) =>
      refresh(callOf<typeof refreshContract>({ params: { coinId }, query: undefined })),
  };
}

describe('the private balances', () => {
  it('are those of the networks with a pool, of the private address', async () => {
    const { read, usdc } = setUp();
    const { data } = await read();
    expect(data.map(({ name }) => name)).toEqual(['Polygon']);
    expect(data[0]?.coins.map(({ id }) => id)).toContain(KAX.id);
    expect(await usdc()).toMatchObject({
      balance: '250',
      availableBaseUnits: '250000000',
      pending: [],
      walletAddress: OWN,
      isStale: false,
    });
  });

  it('are refused when the session ended meanwhile', async () => {
    const { harness, request } = setUp();
    harness.isLocked = true;
    expect(await request()).toMatchObject({ refused: 'unauthorized' });
  });
});

describe('the state of the balances', () => {
  it.each([
    ['ready', {}],
    ['away', { worker: null }],
    ['away', { worker: workerOf({ seenAt: ago(21_000) }) }],
    ['looking', { worker: workerOf({ seenAt: ago(7_000) }) }],
    ['looking', { worker: workerOf({ isComplete: false }) }],
    ['looking', { isOpen: false }],
    ['starting', { balances: null }],
  ] as const)('is %s when it is so', async (status, over) => {
    const { harness, read } = setUp();
    harness.view = viewOf(over);
    expect((await read()).privateState.status).toBe(status);
  });

  it('is looking while what is known was read by an earlier run', async () => {
    const { harness, read } = setUp();
    const { balances } = viewOf({});
    if (balances === null) throw new Error('There are balances.');
    harness.view = viewOf({ balances: { ...balances, isOfThisRun: false } });
    expect((await read()).privateState).toEqual({
      status: 'looking',
      asOf: ago(60_000).toISOString(),
    });
  });

  it('is as of the last scan when it is ready, however long ago something changed', async () => {
    const { read } = setUp();
    expect((await read()).privateState.asOf).toBe(ago(1_000).toISOString());
  });

  it('shows no coins while nothing is known, because that is not 0', async () => {
    const { harness, read } = setUp();
    harness.view = viewOf({ balances: null });
    expect((await read()).data[0]?.coins).toEqual([]);
  });

  it('marks what is known as old while no process has the pool', async () => {
    const { harness, usdc } = setUp();
    harness.view = viewOf({ worker: workerOf({ seenAt: ago(21_000) }) });
    expect(await usdc()).toMatchObject({ isStale: true, balance: '250' });
  });
});

describe('what is pending', () => {
  it('counts a shield in progress, less the pool’s fee', async () => {
    const { harness, usdc } = setUp();
    harness.open = [poolOperation('shield')];
    expect(await usdc()).toMatchObject({
      balanceBaseUnits: '349750000',
      availableBaseUnits: '250000000',
      pending: [
        {
          reason: 'arriving',
          baseUnits: '99750000',
          operationId: harness.open[0]?.operation.id,
        },
      ],
    });
  });

  it('counts a shield once whose note was found before it is known to be mined', async () => {
    const { harness, usdc } = setUp();
    harness.open = [poolOperation('shield')];
    harness.view = viewOf({ spendable: 349_750_000n, newest: [hashOf(101)] });
    expect(await usdc()).toMatchObject({ balanceBaseUnits: '349750000', pending: [] });
  });

  it.each(['unshield', 'internal-transfer'] as const)(
    'counts on the change of an %s that was signed',
    async (kind) => {
      const { harness, usdc } = setUp();
      harness.open = [poolOperation(kind)];
      expect(await usdc()).toMatchObject({
        balanceBaseUnits: '149000000',
        availableBaseUnits: '0',
        pending: [{ reason: 'change', baseUnits: '149000000' }],
      });
    },
  );

  it('never drops by the change, neither when it is mined nor before', async () => {
    const { harness, usdc } = setUp();
    harness.open = [poolOperation('unshield')];
    const before = (await usdc()).balanceBaseUnits;
    harness.view = viewOf({ spendable: 149_000_000n, newest: [hashOf(100)] });
    expect(await usdc()).toMatchObject({
      balanceBaseUnits: before,
      availableBaseUnits: before,
      pending: [],
    });
  });

  it('reserves what an unsigned payment needs', async () => {
    const { harness, usdc } = setUp();
    harness.open = [poolOperation('unshield', { isSigned: false })];
    expect(await usdc()).toMatchObject({
      balanceBaseUnits: '250000000',
      availableBaseUnits: '149000000',
      pending: [],
    });
  });

  it('names what the network is still checking', async () => {
    const { harness, usdc } = setUp();
    harness.view = viewOf({ pending: 5_000_000n });
    expect(await usdc()).toMatchObject({
      balanceBaseUnits: '255000000',
      availableBaseUnits: '250000000',
      pending: [{ reason: 'checking', baseUnits: '5000000', operationId: null }],
    });
  });
});

describe('what ends a payment by link', () => {
  const end = (isSigned: boolean) => {
    const { operation, ...observed } = poolOperation('internal-transfer', { isSigned });
    const { pool } = operation;
    if (pool === null) throw new Error('It is in the pool.');
    const wallet = { ...pool, privateAddress: '0zkclaim' as typeof OWN, poolFee: ZERO_UNITS };
    return { ...observed, operation: { ...operation, pool: wallet } };
  };

  it('takes nothing out of the balance of whoever gets its money', async () => {
    const { harness, usdc } = setUp();
    harness.open = [end(false)];
    expect(await usdc()).toMatchObject({ availableBaseUnits: '250000000', pending: [] });
  });

  it('is arriving once it is signed', async () => {
    const { harness, usdc } = setUp();
    harness.open = [end(true)];
    expect(await usdc()).toMatchObject({
      ...{ balanceBaseUnits: '350000000', availableBaseUnits: '250000000' },
      pending: [{ reason: 'arriving', baseUnits: '100000000' }],
    });
  });
});

describe('a refresh', () => {
  it('returns the coin as it is known after the scan', async () => {
    const { refresh } = setUp();
    expect(refreshContract.response.parse(await refresh(USDC.id))).toMatchObject({
      data: { id: USDC.id, balance: '250' },
      privateState: { status: 'ready' },
    });
  });

  it.each(['away', 'not-open'] as const)('reports that it is unavailable: %s', async (problem) => {
    const { harness, refresh } = setUp();
    harness.refreshed = { ok: false, problem };
    expect(await refresh(USDC.id)).toMatchObject({ refused: 'private-not-ready' });
  });

  it('knows no coin of a network without a pool', async () => {
    const { refresh } = setUp();
    expect(await refresh('avalanche-usdc')).toMatchObject({ refused: 'unknown-coin' });
  });
});
