import type { Token, TokenId } from '#domain/token/token';
import type { Clock } from '../../ports/clock.ts';
import type { FeedReading, Price, PriceFeed, PriceSample } from '../../ports/price-feed.ts';
import { FEED_CURRENCIES, ratesOf } from './currency-rates.ts';
import { createGet } from './get.ts';
import { priceTime } from './price-time.ts';
import { candles, type ListedPrice, marketChart, poolPrices, simplePrices } from './responses.ts';

/** The feed's names for a network and its tokens. */
export interface Market {
  readonly network: { readonly chainId: number };
  readonly pricePlatform: string;
  readonly priceIds: ReadonlyMap<TokenId, string>;
}

export interface PriceFeedOptions {
  /** As in `https://api.coingecko.com/api/v3`. */
  readonly baseUrl: string;
  /** Null to send requests without a key. */
  readonly apiKey: string | null;
  /** `x-cg-demo-api-key` or `x-cg-pro-api-key`; each belongs to its own host. */
  readonly keyHeader: string;
  readonly markets: readonly Market[];
  readonly timeoutMs: number;
  readonly clock: Pick<Clock, 'now'>;
  readonly get?: (url: string, init: RequestInit) => Promise<Response>;
}

type PricesByToken = ReadonlyMap<TokenId, Price>;
type Get = ReturnType<typeof createGet>;

/** The pool prices' own network names. */
const POOL_NETWORK_BY_PLATFORM: Readonly<Record<string, string>> = {
  'polygon-pos': 'polygon_pos',
  avalanche: 'avax',
  ethereum: 'eth',
};
const WITH_CHANGE = 'include_24hr_change=true&include_last_updated_at=true';

/**
 * CoinGecko's prices (https://docs.coingecko.com/reference): one call for all tokens it lists by name, one a
 * network for those it lists by address, and one a network to the pool prices for those it does not list. The first
 * call has the rates of currencies too.
 * @returns the port. Every failure is a `PriceFeedUnavailable`.
 */
export function createPriceFeed(options: PriceFeedOptions): PriceFeed {
  const request = createGet(options);
  return {
    async read(tokens) {
      const now = options.clock.now();
      const parts = await Promise.allSettled([
        namedPrices(request, options.markets, { tokens, now }),
        ...options.markets.map((market) => addressedPrices(request, market, { tokens, now })),
      ]);
      return joinParts(parts);
    },
    async samples(token) {
      const market = options.markets.find(({ network }) => network.chainId === token.chainId);
      if (market === undefined) return [];
      const charted = await samplesOfChart(request, market, token);
      return charted.length > 0 ? charted : samplesOfPools(request, market, token);
    },
  };
}

/** A part that failed leaves its tokens out; the feed is unavailable only when nothing arrived at all. */
function joinParts(parts: readonly PromiseSettledResult<FeedReading>[]): FeedReading {
  const found = parts.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []));
  const prices = new Map(found.flatMap((part) => [...part.prices]));
  const failed = parts.find((part) => part.status === 'rejected');
  if (prices.size === 0 && failed !== undefined) throw failed.reason;
  return { prices, rates: new Map(found.flatMap((part) => [...part.rates])) };
}

interface WantedPrices {
  readonly tokens: readonly Token[];
  readonly now: Date;
}

async function namedPrices(
  request: Get,
  markets: readonly Market[],
  { tokens, now }: WantedPrices,
): Promise<FeedReading> {
  const idOf = (token: Token) =>
    markets.map(({ priceIds }) => priceIds.get(token.id)).find((id) => id !== undefined);
  const ids = new Set(tokens.flatMap((token) => idOf(token) ?? []));
  if (ids.size === 0) return { prices: new Map(), rates: new Map() };
  const list = [...ids].map(encodeURIComponent).join(',');
  // Without full precision, the feed rounds cheap coins to few digits, and with them the rates.
  const query = `ids=${list}&vs_currencies=${FEED_CURRENCIES}&precision=full&${WITH_CHANGE}`;
  const response = await request(`/simple/price?${query}`, simplePrices, {});
  return {
    prices: pricesOf(tokens, now, (token) => response[idOf(token) ?? '']),
    rates: ratesOf(Object.values(response), now),
  };
}

async function addressedPrices(
  request: Get,
  market: Market,
  { tokens, now }: WantedPrices,
): Promise<FeedReading> {
  const unnamed = tokens.filter(
    ({ id, chainId, address }) =>
      chainId === market.network.chainId && address !== null && !market.priceIds.has(id),
  );
  if (unnamed.length === 0) return { prices: new Map(), rates: new Map() };
  const path = `/simple/token_price/${encodeURIComponent(market.pricePlatform)}`;
  const list = unnamed.map(addressKey).join(',');
  const response = await request(
    `${path}?contract_addresses=${list}&vs_currencies=usd&${WITH_CHANGE}`,
    simplePrices,
    {},
  );
  const listed = pricesOf(unnamed, now, (token) => response[addressKey(token)]);
  const unlisted = unnamed.filter(({ id }) => !listed.has(id));
  const pooled = await pricesOfPools(request, market, { tokens: unlisted, now });
  return { prices: new Map([...listed, ...pooled]), rates: new Map() };
}

async function pricesOfPools(
  request: Get,
  market: Market,
  { tokens, now }: WantedPrices,
): Promise<PricesByToken> {
  const network = POOL_NETWORK_BY_PLATFORM[market.pricePlatform];
  if (tokens.length === 0 || network === undefined) return new Map();
  const list = tokens.map(addressKey).join(',');
  const path = `/onchain/simple/networks/${network}/token_price/${list}`;
  const nothing = { data: { attributes: { token_prices: {} } } };
  const response = await request(`${path}?include_24hr_price_change=true`, poolPrices, nothing);
  const { token_prices: usd, h24_price_change_percentage: change } = response.data.attributes;
  return pricesOf(tokens, now, (token) => ({
    usd: finite(usd[addressKey(token)]),
    usd_24h_change: finite(change?.[addressKey(token)]),
  }));
}

function pricesOf(
  tokens: readonly Token[],
  now: Date,
  find: (token: Token) => ListedPrice | undefined,
): PricesByToken {
  const prices = new Map<TokenId, Price>();
  for (const token of tokens) {
    const { usd, usd_24h_change: change, last_updated_at: seconds } = find(token) ?? {};
    if (typeof usd !== 'number' || usd < 0) continue;
    prices.set(token.id, { usd, change24h: change ?? null, asOf: priceTime(seconds, now) });
  }
  return prices;
}

async function samplesOfChart(
  request: Get,
  market: Market,
  token: Token,
): Promise<readonly PriceSample[]> {
  const path = chartPath(market, token);
  if (path === null) return [];
  const chart = await request(`${path}?vs_currency=usd&days=1`, marketChart, { prices: [] });
  return chart.prices.map(([ms, usd]) => ({ usd, at: new Date(ms) }));
}

/** The closing prices of a day's quarter-hours in the token's pools. */
async function samplesOfPools(
  request: Get,
  { pricePlatform }: Market,
  token: Token,
): Promise<readonly PriceSample[]> {
  const network = POOL_NETWORK_BY_PLATFORM[pricePlatform];
  if (token.address === null || network === undefined) return [];
  const path = `/onchain/networks/${network}/tokens/${addressKey(token)}/ohlcv/minute`;
  const nothing = { data: { attributes: { ohlcv_list: [] } } };
  const response = await request(`${path}?aggregate=15&limit=96&currency=usd`, candles, nothing);
  return response.data.attributes.ohlcv_list
    .map(([seconds, _open, _high, _low, usd]) => ({ usd, at: new Date(seconds * 1_000) }))
    .reverse();
}

function chartPath({ pricePlatform, priceIds }: Market, token: Token): string | null {
  const id = priceIds.get(token.id);
  if (id !== undefined) return `/coins/${encodeURIComponent(id)}/market_chart`;
  if (token.address === null) return null;
  return `/coins/${encodeURIComponent(pricePlatform)}/contract/${addressKey(token)}/market_chart`;
}

function addressKey({ address }: Token): string {
  return (address ?? '').toLowerCase();
}

function finite(text: string | null | undefined): number | null {
  const value = Number(text ?? Number.NaN);
  return Number.isFinite(value) ? value : null;
}
