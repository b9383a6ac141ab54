import { describe, expect, it } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { type Hold, SETTLE_MS } from '#domain/operation/holds';
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

/** Two networks whose balances, holds and news a test decides. */
function setUp() {
  const world = {
    nowMs: START.getTime(),
    units: 4_725_500_000n,
    silent: new Set<number>(),
    holds: [] as Hold[],
    isHeard: true,
    calls: [] as number[],
    questions: 0,
  };
  let tellOperation: (change: OperationChange) => void = () => undefined;
  let tellMovement: (change: MovementChange) => void = () => undefined;
  let tellLook: (chainId: number) => void = () => undefined;
  let tellGap: () => void = () => undefined;
  const chainOf = (chainId: number) =>
    createScriptedChain({
      chainId,
      balances: async (_owner, tokens) => {
        world.calls.push(chainId);
        if (world.silent.has(chainId)) throw new ChainUnavailable(chainId, 'silent');
        return tokens.map(() => toBaseUnits(world.units));
      },
    });
  const networks = [polygon, avalanche];
  const balances = createBalanceCache({
    networks,
    chains: new Map([31337, 31114].map((chainId) => [chainId, chainOf(chainId)])),
    operations: {
      holds: async () => {
        world.questions += 1;
        return world.holds;
      },
    },
    changes: {
      isHeard: () => world.isHeard,
      onOperation: (listener) => {
        tellOperation = listener;
      },
      onPrices: () => undefined,
      onMovements: (listener) => {
        tellMovement = listener;
      },
      onLook: (listener) => {
        tellLook = listener;
      },
      onSessionEnded: () => undefined,
      onGap: (listener) => {
        tellGap = listener;
      },
    },
    clock: { now: () => new Date(world.nowMs) },
  });
  const prices = {
    priceOf: () => ({ price: 1, change: -0.5, asOf: START.toISOString(), samples: [1, 1] }),
  };
  const coins = createCoins({ networks, balances, prices });
  const refreshCoin = createRefreshCoin({ networks, balances, prices });
  return {
    world,
    readCoins: (of: PublicAddress = ALICE) => coins(callOf(of)),
    refresh: (coinId: string) => refreshCoin({ ...callOf(ALICE), params: { coinId } }),
    tell: (change: Partial<OperationChange>) => tellOperation({ ...change } as OperationChange),
    tellMovement: (change: MovementChange) => tellMovement(change),
    tellLook: (chainId: number) => tellLook(chainId),
    tellGap: () => tellGap(),
  };
}

function callOf(publicAddress: PublicAddress): Call<typeof coinsContract> {
  const session: CallSession = {
    userId: uuidOf(1),
    sessionId: uuidOf(2),
    accessToken: 'token',
    publicAddress,
    privateAddress: '0zk1',
  };
  return {
    params: undefined,
    query: undefined,
    body: undefined,
    session,
    idempotencyKey: undefined,
    client: { ip: '127.0.0.1', userAgent: 'test' },
  };
}

async function usdcOf(answer: Promise<unknown>) {
  const { data } = coinsContract.response.parse(await answer);
  const coin = data[0]?.coins.find(({ id }) => id === USDC.id);
  if (coin === undefined) throw new Error('There is no USDC.');
  return coin;
}

describe('the public balances (§7 Wallet)', () => {
  it('stand by chain, each coin with its exact balance, its price and where it is', async () => {
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

  it('cost one call a chain on the first visit, and none and no question to the book on the next', async () => {
    const { world, readCoins } = setUp();
    await readCoins();
    expect(world.calls).toEqual([31337, 31114]);
    const { questions } = world;
    await readCoins();
    expect(world.calls).toHaveLength(2);
    expect(world.questions).toBe(questions);
  });

  it('are read again after five seconds', async () => {
    const { world, readCoins } = setUp();
    await readCoins();
    world.nowMs += 5_000;
    world.units = 1_000_000n;
    expect((await usdcOf(readCoins())).balance).toBe('1');
  });

  it('are served from memory while a follower tells of every payment', async () => {
    const { world, readCoins, tellLook, tellMovement } = setUp();
    await readCoins();
    world.calls.length = 0;
    world.nowMs += 30_000;
    tellLook(31337);
    tellLook(31114);
    await readCoins();
    expect(world.calls).toEqual([]);
    world.units = 1_000_000n;
    tellMovement({ chainId: 31337, account: ALICE, isBalanceChanged: true, received: [] });
    expect((await usdcOf(readCoins())).balance).toBe('1');
    expect(world.calls).toEqual([31337]);
  });

  it('are read again until a payment is final, for the node may have been a block behind', async () => {
    const { world, readCoins, tellLook, tellMovement } = setUp();
    await readCoins();
    tellLook(31337);
    tellMovement({ chainId: 31337, account: ALICE, isBalanceChanged: true, received: [] });
    await readCoins();
    world.units = 1_000_000n;
    tellMovement({ chainId: 31337, account: ALICE, isBalanceChanged: false, received: [] });
    expect((await usdcOf(readCoins())).balance).toBe('1');
  });

  it('are read again after five seconds when the follower fell silent', async () => {
    const { world, readCoins, tellLook } = setUp();
    await readCoins();
    tellLook(31337);
    world.nowMs += 5_000;
    world.calls.length = 0;
    await readCoins();
    expect(world.calls).toEqual([31337, 31114]);
  });

  it.each([
    ['who pays', { account: ALICE, recipient: BOB }],
    ['who is paid', { account: BOB, recipient: ALICE }],
  ])('are read again at once for the one %s', async (_who, change) => {
    const { world, readCoins, tell } = setUp();
    await readCoins();
    world.units = 1_000_000n;
    tell(change);
    expect((await usdcOf(readCoins())).balance).toBe('1');
  });

  it('leave less available while payments are open', async () => {
    const { world, readCoins, tell } = setUp();
    await readCoins();
    const units = toBaseUnits(25_000_000n);
    world.holds = [{ chainId: 31337, tokenId: USDC.id, units, minedAt: null }];
    tell({ account: ALICE, recipient: BOB });
    expect(await usdcOf(readCoins())).toMatchObject({
      balance: '4725.5',
      availableBaseUnits: '4700500000',
    });
  });

  it('do not hold a mined payment longer than its balance needs to settle', async () => {
    const { world, readCoins, tell } = setUp();
    const units = toBaseUnits(25_000_000n);
    world.holds = [{ chainId: 31337, tokenId: USDC.id, units, minedAt: START }];
    tell({ account: ALICE, recipient: BOB });
    world.nowMs += SETTLE_MS - 1;
    expect((await usdcOf(readCoins())).availableBaseUnits).toBe('4700500000');
    world.nowMs += 1;
    expect((await usdcOf(readCoins())).availableBaseUnits).toBe('4725500000');
    world.calls.length = 0;
    await readCoins();
    expect(world.calls).toEqual([]);
  });

  it('ask the book every time while news does not arrive, and read all again when it does', async () => {
    const { world, readCoins, tellGap } = setUp();
    await readCoins();
    world.isHeard = false;
    world.holds = [
      { chainId: 31337, tokenId: USDC.id, units: toBaseUnits(500_000n), minedAt: null },
    ];
    expect((await usdcOf(readCoins())).availableBaseUnits).toBe('4725000000');
    world.isHeard = true;
    world.units = 1_000_000n;
    tellGap();
    expect((await usdcOf(readCoins())).balance).toBe('1');
  });

  it('are the last known with their age when the chain does not answer', async () => {
    const { world, readCoins } = setUp();
    await readCoins();
    world.nowMs += 15 * 60_000;
    world.silent.add(31337);
    expect(await usdcOf(readCoins())).toMatchObject({
      balance: '4725.5',
      asOf: START.toISOString(),
      isStale: true,
    });
  });

  it('are not shown as 0 when nothing is known: the chain has no coins', async () => {
    const { world, readCoins } = setUp();
    world.silent.add(31114);
    const { data } = coinsContract.response.parse(await readCoins());
    expect(data.map(({ coins }) => coins.length)).toEqual([3, 0]);
  });

  it('are refused when no chain answers and nothing is known', async () => {
    const { world, readCoins } = setUp();
    world.silent.add(31337).add(31114);
    expect(await readCoins()).toEqual({ refused: 'chain-unavailable' });
  });
});

describe('refreshing one coin (§7 Wallet)', () => {
  it('reads its chain once, and the list shows what was read', async () => {
    const { world, readCoins, refresh } = setUp();
    await readCoins();
    world.units = 7_000_000n;
    world.calls.length = 0;
    expect(await refresh(USDC.id)).toMatchObject({ data: { id: USDC.id, balance: '7' } });
    expect((await usdcOf(readCoins())).balance).toBe('7');
    expect(world.calls).toEqual([31337]);
  });

  it.each(['polygon-doge', '', 'constructor', '__proto__', 'POLYGON-USDC', '../polygon-usdc'])(
    'refuses the unknown coin "%s"',
    async (coinId) => {
      const { world, refresh } = setUp();
      expect(await refresh(coinId)).toEqual({ refused: 'unknown-coin' });
      expect(world.calls).toEqual([]);
    },
  );

  it('says that the chain does not answer, although an older balance is known', async () => {
    const { world, readCoins, refresh } = setUp();
    await readCoins();
    world.silent.add(31337);
    expect(await refresh(USDC.id)).toEqual({ refused: 'chain-unavailable' });
  });
});
