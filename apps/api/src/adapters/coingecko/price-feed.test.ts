import { describe, expect, it } from 'vitest';
import type { TokenId } from '#domain/token/token';
import { buildNetwork, KAX, POL, USDC } from '#testing/network';
import { START } from '#testing/operation';
import { PriceFeedUnavailable } from '../../ports/price-feed.ts';
import { createPriceFeed } from './price-feed.ts';

const kaxAddress = KAX.address?.toLowerCase() ?? '';
const TRUE_AT = 1_767_323_045;

type Replies = Readonly<Record<string, unknown>>;

/** The feed's response by path; a number means an HTTP status without a body. */
const responses: Replies = {
  '/api/v3/simple/price': {
    'polygon-ecosystem-token': { usd: 0.43, usd_24h_change: 1.25, last_updated_at: TRUE_AT },
    'usd-coin': { usd: 0.9999, usd_24h_change: null, last_updated_at: TRUE_AT, new_field: 'x' },
  },
  '/api/v3/simple/token_price/polygon-pos': {},
  [`/api/v3/onchain/simple/networks/polygon_pos/token_price/${kaxAddress}`]: {
    data: {
      id: '1',
      type: 'simple_token_price',
      attributes: {
        token_prices: { [kaxAddress]: '1.1834' },
        h24_price_change_percentage: { [kaxAddress]: '-1.88' },
      },
    },
  },
};

function feedOf(change: Replies = {}, apiKey: string | null = 'key') {
  const requests: URL[] = [];
  const headers: unknown[] = [];
  const feed = createPriceFeed({
    baseUrl: 'https://prices.example/api/v3/',
    apiKey,
    keyHeader: 'x-cg-demo-api-key',
    markets: [
      {
        network: buildNetwork(),
        pricePlatform: 'polygon-pos',
        priceIds: new Map([
          [POL.id, 'polygon-ecosystem-token'],
          [USDC.id, 'usd-coin'],
        ]),
      },
    ],
    timeoutMs: 50,
    clock: { now: () => START },
    get: async (url, init) => {
      requests.push(new URL(url));
      headers.push(init.headers);
      const response = { ...responses, ...change }[new URL(url).pathname] ?? 404;
      return typeof response === 'number'
        ? new Response(null, { status: response })
        : Response.json(response);
    },
  });
  return { feed, requests, headers };
}

describe('prices', () => {
  it('dates a price from the future now, so that the next one takes its place', async () => {
    const later = START.getTime() / 1_000 + 3_600;
    const { feed } = feedOf({
      '/api/v3/simple/price': { 'usd-coin': { usd: 7, last_updated_at: later } },
    });
    expect((await feed.read([USDC])).prices.get(USDC.id)).toMatchObject({ usd: 7, asOf: START });
  });

  it('include their change and the time they apply to', async () => {
    const { prices } = await feedOf().feed.read([POL, KAX, USDC]);
    const asOf = new Date(TRUE_AT * 1_000);
    expect(prices.get(POL.id)).toEqual({ usd: 0.43, change24h: 1.25, asOf });
    expect(prices.get(USDC.id)).toEqual({ usd: 0.9999, change24h: null, asOf });
    expect(prices.get(KAX.id)).toEqual({ usd: 1.1834, change24h: -1.88, asOf: START });
  });

  it('for all tokens take three calls: by name, by address, by pool', async () => {
    const { feed, requests, headers } = feedOf();
    await feed.read([POL, KAX, USDC]);
    expect(requests.map(({ pathname }) => pathname).toSorted()).toEqual(
      Object.keys(responses).toSorted(),
    );
    expect(requests[0]?.searchParams.get('ids')).toBe('polygon-ecosystem-token,usd-coin');
    expect(requests[0]?.searchParams.get('include_24hr_change')).toBe('true');
    expect(requests[0]?.searchParams.get('precision')).toBe('full');
    expect(headers[0]).toMatchObject({ 'x-cg-demo-api-key': 'key' });
  });

  it('of an unlisted token are left out, never 0', async () => {
    const { feed } = feedOf({
      [`/api/v3/onchain/simple/networks/polygon_pos/token_price/${kaxAddress}`]: {
        data: { attributes: { token_prices: { [kaxAddress]: null } } },
      },
    });
    expect([...(await feed.read([POL, KAX])).prices.keys()]).toEqual([POL.id]);
  });

  it('that arrived are kept when another part of the feed fails', async () => {
    const { feed } = feedOf({ '/api/v3/simple/token_price/polygon-pos': 500 });
    expect([...(await feed.read([POL, KAX])).prices.keys()]).toEqual([POL.id]);
  });

  it.each([
    ['its limit is reached', 429],
    ['it is down', 503],
    ['its response has another format', { 'usd-coin': { usd: 'one' } }],
  ])('are unavailable when %s', async (_case, response) => {
    const { feed } = feedOf({ '/api/v3/simple/price': response });
    const failure = await feed.read([POL]).catch((cause: unknown) => cause);
    expect(failure).toBeInstanceOf(PriceFeedUnavailable);
  });

  it('can be requested without a key', async () => {
    const { feed, headers } = feedOf({}, null);
    await feed.read([POL]);
    expect(headers).toEqual([{ accept: 'application/json' }]);
  });
});

describe('the rates of currencies', () => {
  const coins = (prices: readonly Readonly<Record<string, unknown>>[]) => ({
    '/api/v3/simple/price': Object.fromEntries(
      prices.map((price, index) => [`coin-${index}`, price]),
    ),
  });
  const at = { last_updated_at: TRUE_AT };

  it('come with the call for prices by name, and cost none of their own', async () => {
    const { feed, requests } = feedOf(coins([{ usd: 2, eur: 1.8, jpy: 300, ...at }]));
    const { rates } = await feed.read([POL, KAX, USDC]);
    const asOf = new Date(TRUE_AT * 1_000);
    expect(rates).toEqual(
      new Map([
        ['EUR', { perUsd: 0.9, asOf }],
        ['JPY', { perUsd: 150, asOf }],
      ]),
    );
    const sent = requests.map(({ searchParams }) => searchParams.get('vs_currencies'));
    expect(sent.toSorted()).toEqual([null, 'usd', 'usd,eur,gbp,jpy,brl,inr,ngn'].toSorted());
  });

  it('are the median over the coins, without those that are not numbers', async () => {
    const { feed } = feedOf(
      coins([
        { usd: 1, eur: 0.9, ...at },
        { usd: 1, eur: 90, ...at },
        { usd: 2, eur: 1.82, ...at },
        { usd: 1, eur: null, ...at },
        { usd: null, eur: 7, ...at },
        { eur: 'a lot', usd: 1, eur_24h_change: {}, ...at },
      ]),
    );
    expect((await feed.read([POL])).rates.get('EUR')?.perUsd).toBe(0.91);
  });

  it('in another format leave prices in US dollars as they are', async () => {
    const { feed } = feedOf({
      '/api/v3/simple/price': { 'usd-coin': { usd: 0.99, eur: ['?'], jpy: 'many', ...at } },
    });
    const { prices, rates } = await feed.read([USDC]);
    expect(prices.get(USDC.id)?.usd).toBe(0.99);
    expect(rates.size).toBe(0);
  });

  it('are missing when the call fails that they come with', async () => {
    const { feed } = feedOf({ '/api/v3/simple/price': 500 });
    expect((await feed.read([POL, KAX])).rates.size).toBe(0);
  });
});

describe('the last day of a price', () => {
  it('comes by name, or by address for a token without one', async () => {
    const chart = {
      prices: [
        [START.getTime() - 60_000, 0.42],
        [START.getTime(), 0.43],
      ],
    };
    const { feed } = feedOf({
      '/api/v3/coins/polygon-ecosystem-token/market_chart': chart,
      [`/api/v3/coins/polygon-pos/contract/${kaxAddress}/market_chart`]: chart,
    });
    const samples = [
      { usd: 0.42, at: new Date(START.getTime() - 60_000) },
      { usd: 0.43, at: START },
    ];
    expect(await feed.samples(POL)).toEqual(samples);
    expect(await feed.samples(KAX)).toEqual(samples);
  });

  it('comes from the pools for an unlisted token, oldest first', async () => {
    const seconds = START.getTime() / 1_000;
    const { feed, requests } = feedOf({
      [`/api/v3/onchain/networks/polygon_pos/tokens/${kaxAddress}/ohlcv/minute`]: {
        data: {
          id: '1',
          type: 'ohlcv_request_response',
          attributes: {
            ohlcv_list: [
              [seconds, 1.1, 1.3, 1, 1.2, 5_000.5],
              [seconds - 900, 1, 1.1, 1, 1.1, 4_000],
            ],
          },
        },
      },
    });
    expect(await feed.samples(KAX)).toEqual([
      { usd: 1.1, at: new Date(START.getTime() - 900_000) },
      { usd: 1.2, at: START },
    ]);
    expect(requests[1]?.search).toBe('?aggregate=15&limit=96&currency=usd');
  });

  it('is empty for a token that the feed does not know', async () => {
    expect(await feedOf().feed.samples(KAX)).toEqual([]);
    expect(await feedOf().feed.samples({ ...KAX, id: 'other' as TokenId, chainId: 1 })).toEqual([]);
  });
});
