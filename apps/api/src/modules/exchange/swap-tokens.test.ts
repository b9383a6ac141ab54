import { describe, expect, it } from 'vitest';
import { buildNetwork, KAX, POL, USDC } from '#testing/network';
import { swapCoin } from '#wire/exchange/swap-coin';
import { swapCoinHistory } from '#wire/exchange/swap-coin-history';
import { swapTokens } from '#wire/exchange/swap-tokens';
import type { Call } from '../../application/call.ts';
import { type ExchangeListing, ExchangeUnavailable } from '../../ports/exchange-aggregator.ts';
import { createExchangeTokenList } from './listing/token-list.ts';
import { createSwapBlockchains } from './swap-blockchains.ts';
import { createSwapCoin } from './swap-coin.ts';
import { createSwapCoinHistory } from './swap-coin-history.ts';
import { createSwapTokens } from './swap-tokens.ts';

const network = buildNetwork();
const listing: ExchangeListing = {
  blockchains: [
    { name: 'POLYGON', displayName: 'Polygon', chainId: network.chainId },
    { name: 'BASE', displayName: 'Base', chainId: 8453 },
  ],
  tokens: [
    ...[POL, KAX, USDC].map(({ address, symbol }) => ({
      blockchain: 'POLYGON',
      address: address?.toUpperCase().replace('0X', '0x') ?? null,
      symbol,
      usdPrice: 2,
    })),
    { blockchain: 'POLYGON', address: '0xdead', symbol: 'KAXSCAM', usdPrice: 9 },
  ],
};

function setUp() {
  let now = new Date('2026-03-01T12:00:00Z');
  let isDown = false;
  let requested = 0;
  const reported: string[] = [];
  const cache = createExchangeTokenList({
    networks: [network],
    clock: { now: () => now },
    report: ({ message }) => reported.push(message),
    exchange: {
      list: async () => {
        requested += 1;
        if (isDown) throw new ExchangeUnavailable(new Error('down'));
        return listing;
      },
    },
  });
  return {
    cache,
    reported,
    requested: () => requested,
    goDown: () => {
      isDown = true;
    },
    later: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
  };
}

const tokensCall = (query: object) =>
  ({ query: { blockchain: 'POLYGON', prefix: '', cursor: '0', limit: '50', ...query } }) as Call<
    typeof swapTokens
  >;
const coinCall = <C extends typeof swapCoin | typeof swapCoinHistory>(id: string) =>
  ({ params: { id } }) as unknown as Call<C>;
const price = { price: 1.5, change: -2, asOf: '2026-03-01T12:00:00.000Z', samples: [1, 1.5] };
const prices = { priceOf: () => price };

describe('GET /rango/tokens', () => {
  it('finds by the beginning of the symbol, and only what the wallet knows by its address', async () => {
    const search = createSwapTokens(setUp());
    const reply = swapTokens.response.parse(await search(tokensCall({ prefix: 'ka' })));
    expect(reply.data.map(({ id, address }) => [id, address])).toEqual([[KAX.id, KAX.address]]);
  });

  it('comes in pages, in the order of the wallet', async () => {
    const search = createSwapTokens(setUp());
    const first = swapTokens.response.parse(await search(tokensCall({ limit: '2' })));
    expect([first.data.map(({ symbol }) => symbol), first.next]).toEqual([['POL', 'KAX'], '2']);
    const rest = await search(tokensCall({ limit: '2', cursor: '2' }));
    expect(rest).toMatchObject({ data: [{ symbol: 'USDC' }], next: null });
  });

  it('refuses a chain that it does not know: unknown-blockchain', async () => {
    const search = createSwapTokens(setUp());
    expect(await search(tokensCall({ blockchain: 'BASE' }))).toEqual({
      refused: 'unknown-blockchain',
    });
  });
});

describe('the list of the exchange', () => {
  it('is requested once in ten minutes, and kept when the exchange is down', async () => {
    const harness = setUp();
    const list = createSwapBlockchains(harness);
    const call = { query: { prefix: 'po' } } as Parameters<typeof list>[0];
    await Promise.all([list(call), list(call)]);
    expect(harness.requested()).toBe(1);
    harness.goDown();
    harness.later(11 * 60_000);
    expect(await list(call)).toMatchObject({ data: [{ name: 'POLYGON', symbol: 'POL' }] });
    await new Promise((done) => setTimeout(done, 0));
    expect(harness.reported).toEqual(['The list of the exchange could not be refreshed.']);
  });

  it('that was never read is a refusal: exchange-unavailable', async () => {
    const harness = setUp();
    harness.goDown();
    const search = createSwapTokens(harness);
    expect(await search(tokensCall({}))).toEqual({ refused: 'exchange-unavailable' });
  });
});

describe('one token', () => {
  it('has its current price and the prices of the last day', async () => {
    const { cache } = setUp();
    const coin = await createSwapCoin({ cache, prices })(coinCall(KAX.id));
    expect(swapCoin.response.parse(coin).data).toMatchObject({
      symbol: 'KAX',
      price: { price: 1.5 },
    });
    const history = createSwapCoinHistory({ networks: [network], prices });
    const day = await history(coinCall(KAX.id));
    expect(swapCoinHistory.response.parse(day).data).toEqual({
      prices: [1, 1.5],
      asOf: price.asOf,
    });
  });

  it('that is not listed is refused: unknown-coin', async () => {
    const { cache } = setUp();
    const refused = { refused: 'unknown-coin' };
    expect(await createSwapCoin({ cache, prices })(coinCall('polygon-none'))).toEqual(refused);
    const history = createSwapCoinHistory({ networks: [network], prices });
    expect(await history(coinCall('polygon-none'))).toEqual(refused);
  });
});
