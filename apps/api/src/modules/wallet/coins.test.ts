import { describe, expect, it } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { Hold } from '#domain/operation/holds';
import type { TokenId } from '#domain/token/token';
import { ALICE, BOB, buildNetwork, buildToken, USDC } from '#testing/network';
import { START, uuidOf } from '#testing/operation';
import { coins as coinsContract } from '#wire/wallet/coins';
import type { Call, CallSession } from '../../application/call.ts';
import type { MovementChange, OperationChange } from '../../ports/changes.ts';
import { ChainUnavailable } from '../../ports/public-chain.ts';
import { createScriptedChain } from '../../simulator/scripted-chain.ts';
import { createBalanceCache } from './balances/balance-cache.ts';
import { createCoins } from './coins.ts';
import { createRefreshCoin } from './refresh-coin.ts';

const AVAX = buildToken({
  id: 'avalanche-avax' as TokenId,
  symbol: 'AVAX',
  address: null,
  chainId: 31114,
});
const polygon = buildNetwork();
const avalanche = buildNetwork({
  slug: 'avalanche',
  name: 'Avalanche',
  chainId: 31114,
  tokens: [AVAX],
});

/** Two networks whose balances, holds and notifications a test controls. */
function setUp() {
  const harness = {
    nowMs: START.getTime(),
    units: 4_725_500_000n,
    blockNumber: 50n,
    silent: new Set<number>(),
    holds: [] as Hold[],
    isConnected: true,
    calls: [] as number[],
    queries: 0,
  };
  let notifyOperation: (change: OperationChange) => void = () => undefined;
  let notifyMovement: (change: MovementChange) => void = () => undefined;
  let notifyLook: (chainId: number) => void = () => undefined;
  let notifyGap: () => void = () => undefined;
  const chainOf = (chainId: number) =>
    createScriptedChain({
      chainId,
      balances: async (_owner, tokens) => {
        harness.calls.push(chainId);
        if (harness.silent.has(chainId)) throw new ChainUnavailable(chainId, 'silent');
        const units = tokens.map(() => toBaseUnits(harness.units));
        return { blockNumber: harness.blockNumber, units };
      },
    });
  const networks = [polygon, avalanche];
  const balances = createBalanceCache({
    networks,
    chains: new Map([31337, 31114].map((chainId) => [chainId, chainOf(chainId)])),
    operations: {
      holds: async () => {
        harness.queries += 1;
        return harness.holds;
      },
    },
    changes: {
      isConnected: () => harness.isConnected,
      onOperation: (listener) => {
        notifyOperation = listener;
      },
      onPrices: () => undefined,
      onMovements: (listener) => {
        notifyMovement = listener;
      },
      onLook: (listener) => {
        notifyLook = listener;
      },
      onSessionEnded: () => undefined,
      onGap: (listener) => {
        notifyGap = listener;
      },
    },
    clock: { now: () => new Date(harness.nowMs) },
  });
  const prices = {
    priceOf: () => ({ price: 1, change: -0.5, asOf: START.toISOString(), samples: [1, 1] }),
  };
  const coins = createCoins({ networks, balances, prices });
  const refreshCoin = createRefreshCoin({ networks, balances, prices });
  return {
    harness,
    readCoins: (of: PublicAddress = ALICE) => coins(callOf(of)),
    refresh: (coinId: string) => refreshCoin({ ...callOf(ALICE), params: { coinId } }),
    notify: (change: Partial<OperationChange>) => notifyOperation({ ...change } as OperationChange),
    notifyMovement: (change: MovementChange) => notifyMovement(change),
    notifyLook: (chainId: number) => notifyLook(chainId),
    notifyGap: () => notifyGap(),
  };
}

function callOf(publicAddress: PublicAddress): Call<typeof coinsContract> {
  const session: CallSession = {
    userId: uuidOf(1),
    sessionId: uuidOf(2),
    accessToken: 'token',
    publicAddress,
    privateAddress: '0zk1',
    custody: 'assisted' as const,
  };
  return {
    params: undefined,
    query: undefined,
    body: undefined,
    session,
    idempotencyKey: undefined,
    client: {
      ip: '127.0.0.1',
      userAgent: 'test',
      device: null,
      work: null,
      approval: null,
      language: 'en',
    },
  };
}

async function usdcOf(reply: Promise<unknown>) {
  const { data } = coinsContract.response.parse(await reply);
  const coin = data[0]?.coins.find(({ id }) => id === USDC.id);
  if (coin === undefined) throw new Error('There is no USDC.');
  return coin;
}

describe('the public balances (§7 Wallet)', () => {
  it('are grouped by chain, each coin with its exact balance, its price and its network', async () => {
    const { readCoins } = setUp();
    const { data } = coinsContract.response.parse(await readCoins());
    expect(data.map(({ name, coins }) => [name, coins.map(({ symbol }) => symbol)])).toEqual([
      ['Polygon', ['POL', 'KAX', 'USDC']],
      ['Avalanche', ['AVAX']],
    ]);
    expect(await usdcOf(readCoins())).toMatchObject({
      balance: '4725.5',
      balanceBaseUnits: '4725500000',
      availableBaseUnits: '4725500000',
      walletAddress: ALICE,
      chain: 'Polygon',
      chainSymbol: 'POL',
      isNative: false,
      price: { price: 1, change: -0.5 },
      asOf: START.toISOString(),
      isStale: false,
    });
  });

  it('need one call per chain on the first visit, and no call and no query on the next', async () => {
    const { harness, readCoins } = setUp();
    await readCoins();
    expect(harness.calls).toEqual([31337, 31114]);
    const { queries } = harness;
    await readCoins();
    expect(harness.calls).toHaveLength(2);
    expect(harness.queries).toBe(queries);
  });

  it('are read again after five seconds', async () => {
    const { harness, readCoins } = setUp();
    await readCoins();
    harness.nowMs += 5_000;
    harness.units = 1_000_000n;
    expect((await usdcOf(readCoins())).balance).toBe('1');
  });

  it('are served from memory while a follower reports every payment', async () => {
    const { harness, readCoins, notifyLook, notifyMovement } = setUp();
    await readCoins();
    harness.calls.length = 0;
    harness.nowMs += 30_000;
    notifyLook(31337);
    notifyLook(31114);
    await readCoins();
    expect(harness.calls).toEqual([]);
    harness.units = 1_000_000n;
    notifyMovement({ chainId: 31337, account: ALICE, isBalanceChanged: true, received: [] });
    expect((await usdcOf(readCoins())).balance).toBe('1');
    expect(harness.calls).toEqual([31337]);
  });

  it('are read again until a payment is final, for the node may have been a block behind', async () => {
    const { harness, readCoins, notifyLook, notifyMovement } = setUp();
    await readCoins();
    notifyLook(31337);
    notifyMovement({ chainId: 31337, account: ALICE, isBalanceChanged: true, received: [] });
    await readCoins();
    harness.units = 1_000_000n;
    notifyMovement({ chainId: 31337, account: ALICE, isBalanceChanged: false, received: [] });
    expect((await usdcOf(readCoins())).balance).toBe('1');
  });

  it('are read again after five seconds when the follower fell silent', async () => {
    const { harness, readCoins, notifyLook } = setUp();
    await readCoins();
    notifyLook(31337);
    harness.nowMs += 5_000;
    harness.calls.length = 0;
    await readCoins();
    expect(harness.calls).toEqual([31337, 31114]);
  });

  it.each([
    ['who pays', { account: ALICE, recipient: BOB }],
    ['who is paid', { account: BOB, recipient: ALICE }],
  ])('are read again immediately for the one %s', async (_who, change) => {
    const { harness, readCoins, notify } = setUp();
    await readCoins();
    harness.units = 1_000_000n;
    notify(change);
    expect((await usdcOf(readCoins())).balance).toBe('1');
  });

  it('leave less available while payments are open', async () => {
    const { harness, readCoins, notify } = setUp();
    await readCoins();
    const units = toBaseUnits(25_000_000n);
    harness.holds = [{ chainId: 31337, tokenId: USDC.id, units, minedInBlock: null }];
    notify({ account: ALICE, recipient: BOB });
    expect(await usdcOf(readCoins())).toMatchObject({
      balance: '4725.5',
      availableBaseUnits: '4700500000',
    });
  });

  it('count a mined payment once, whichever block the node that responds has', async () => {
    const { harness, readCoins, notify } = setUp();
    const units = toBaseUnits(25_000_000n);
    harness.holds = [{ chainId: 31337, tokenId: USDC.id, units, minedInBlock: 51n }];
    notify({ account: ALICE, recipient: BOB });
    expect((await usdcOf(readCoins())).availableBaseUnits).toBe('4700500000');
    harness.units -= 25_000_000n;
    harness.blockNumber = 51n;
    expect((await usdcOf(readCoins())).availableBaseUnits).toBe('4700500000');
    harness.calls.length = 0;
    await readCoins();
    expect(harness.calls).toEqual([]);
  });

  it('query the repository every time while notifications fail, and read everything again afterwards', async () => {
    const { harness, readCoins, notifyGap } = setUp();
    await readCoins();
    harness.isConnected = false;
    harness.holds = [
      { chainId: 31337, tokenId: USDC.id, units: toBaseUnits(500_000n), minedInBlock: null },
    ];
    expect((await usdcOf(readCoins())).availableBaseUnits).toBe('4725000000');
    harness.isConnected = true;
    harness.units = 1_000_000n;
    notifyGap();
    expect((await usdcOf(readCoins())).balance).toBe('1');
  });

  it('are the last known with their age when the chain does not respond', async () => {
    const { harness, readCoins } = setUp();
    await readCoins();
    harness.nowMs += 15 * 60_000;
    harness.silent.add(31337);
    expect(await usdcOf(readCoins())).toMatchObject({
      balance: '4725.5',
      asOf: START.toISOString(),
      isStale: true,
    });
  });

  it('are not shown as 0 when nothing is known: the chain has no coins', async () => {
    const { harness, readCoins } = setUp();
    harness.silent.add(31114);
    const { data } = coinsContract.response.parse(await readCoins());
    expect(data.map(({ coins }) => coins.length)).toEqual([3, 0]);
  });

  it('are refused when no chain responds and nothing is known', async () => {
    const { harness, readCoins } = setUp();
    harness.silent.add(31337).add(31114);
    expect(await readCoins()).toEqual({ refused: 'chain-unavailable' });
  });
});

describe('refreshing one coin (§7 Wallet)', () => {
  it('reads its chain once, and the list shows what was read', async () => {
    const { harness, readCoins, refresh } = setUp();
    await readCoins();
    harness.units = 7_000_000n;
    harness.calls.length = 0;
    expect(await refresh(USDC.id)).toMatchObject({ data: { id: USDC.id, balance: '7' } });
    expect((await usdcOf(readCoins())).balance).toBe('7');
    expect(harness.calls).toEqual([31337]);
  });

  it.each(['polygon-doge', '', 'constructor', '__proto__', 'POLYGON-USDC', '../polygon-usdc'])(
    'refuses the unknown coin "%s"',
    async (coinId) => {
      const { harness, refresh } = setUp();
      expect(await refresh(coinId)).toEqual({ refused: 'unknown-coin' });
      expect(harness.calls).toEqual([]);
    },
  );

  it('reports that the chain does not respond, although an older balance is known', async () => {
    const { harness, readCoins, refresh } = setUp();
    await readCoins();
    harness.silent.add(31337);
    expect(await refresh(USDC.id)).toEqual({ refused: 'chain-unavailable' });
  });
});
