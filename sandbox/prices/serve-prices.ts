import { candlesOf } from './candles.ts';
import { changeIn, perUsd } from './currency-rates.ts';
import type { Listing } from './listings.ts';

/** An HTTP response. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

type Respond = (
  listings: readonly Listing[],
  segments: Readonly<Record<string, string>>,
  query: URLSearchParams,
) => Promise<unknown>;

const routes: readonly { readonly path: RegExp; readonly respond: Respond }[] = [
  { path: /^\/api\/v3\/ping$/, respond: async () => ({ gecko_says: '(V3) To the Moon!' }) },
  { path: /^\/api\/v3\/simple\/price$/, respond: pricesById },
  { path: /^\/api\/v3\/simple\/token_price\/(?<platform>[^/]+)$/, respond: pricesByContract },
  {
    path: /^\/api\/v3\/onchain\/simple\/networks\/(?<network>[^/]+)\/token_price\/(?<addresses>[^/]+)$/,
    respond: pricesOnchain,
  },
  {
    path: /^\/api\/v3\/onchain\/networks\/(?<network>[^/]+)\/tokens\/(?<address>[^/]+)\/ohlcv\/minute$/,
    respond: candlesOnchain,
  },
  { path: /^\/api\/v3\/coins\/(?<id>[^/]+)\/market_chart$/, respond: chartById },
  {
    path: /^\/api\/v3\/coins\/(?<platform>[^/]+)\/contract\/(?<address>[^/]+)\/market_chart$/,
    respond: chartByContract,
  },
];

/** @returns CoinGecko's API response to this path and query, with the prices of the local pools. */
export async function servePrices(listings: readonly Listing[], url: URL): Promise<Reply> {
  for (const { path, respond } of routes) {
    const match = path.exec(url.pathname);
    if (!match) continue;
    try {
      const body = await respond(listings, decodeSegments(match.groups ?? {}), url.searchParams);
      return { status: 200, body };
    } catch (error) {
      if (error instanceof Refused) return { status: error.status, body: { error: error.message } };
      throw error;
    }
  }
  return { status: 404, body: { error: 'Not found' } };
}

async function pricesById(
  listings: readonly Listing[],
  _segments: Readonly<Record<string, string>>,
  query: URLSearchParams,
): Promise<unknown> {
  const ids = requireList(query, 'ids');
  const wanted = ids.flatMap((id) => listings.find((listing) => listing.id === id) ?? []);
  return simplePrices(wanted, query, ({ id }) => String(id));
}

async function pricesByContract(
  listings: readonly Listing[],
  { platform }: Readonly<Record<string, string>>,
  query: URLSearchParams,
): Promise<unknown> {
  const addresses = requireList(query, 'contract_addresses');
  const wanted = listings.filter(
    (listing) =>
      listing.id !== null && listing.platform === platform && addresses.includes(listing.address),
  );
  return simplePrices(wanted, query, ({ address }) => address);
}

async function simplePrices(
  listings: readonly Listing[],
  query: URLSearchParams,
  keyOf: (listing: Listing) => string,
): Promise<unknown> {
  const names = requireList(query, 'vs_currencies');
  const hasChange = query.get('include_24hr_change') === 'true';
  const hasMoment = query.get('include_last_updated_at') === 'true';
  const entries = listings.map(async (listing) => {
    const { usd, at } = await listing.prices.now();
    const changeUsd = hasChange ? await listing.prices.change24h() : undefined;
    const moment = new Date(at * 1_000);
    const prices = names.map((name) => priceIn(name, { usd, changeUsd, moment }));
    const price = Object.assign({}, ...prices, hasMoment && { last_updated_at: at });
    return [keyOf(listing), price] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** @returns the price in this currency, with its change where one is given; nothing for an unknown currency */
function priceIn(
  name: string,
  given: {
    readonly usd: number;
    readonly changeUsd: number | null | undefined;
    readonly moment: Date;
  },
): Readonly<Record<string, number | null>> {
  const { usd, changeUsd, moment } = given;
  const rate = perUsd(name, moment);
  if (rate === null) return {};
  const price = { [name]: usd * rate };
  if (changeUsd === undefined) return price;
  const change = changeUsd === null ? null : changeIn(name, changeUsd, moment);
  return { ...price, [`${name}_24h_change`]: change };
}

async function pricesOnchain(
  listings: readonly Listing[],
  { network, addresses }: Readonly<Record<string, string>>,
  query: URLSearchParams,
): Promise<unknown> {
  if (!listings.some(({ onchainNetwork }) => onchainNetwork === network)) {
    throw new Refused(404, 'Specified network or token not found');
  }
  const wanted = splitList(addresses ?? '');
  const prices: Record<string, string> = {};
  const changes: Record<string, string | null> = {};
  for (const listing of listings) {
    if (listing.onchainNetwork !== network || !wanted.includes(listing.address)) continue;
    const { usd } = await listing.prices.now();
    const change = await listing.prices.change24h();
    prices[listing.address] = String(usd);
    changes[listing.address] = change === null ? null : String(change);
  }
  const hasChange = query.get('include_24hr_price_change') === 'true';
  return {
    data: {
      id: crypto.randomUUID(),
      type: 'simple_token_price',
      attributes: {
        token_prices: prices,
        ...(hasChange && { h24_price_change_percentage: changes }),
      },
    },
  };
}

async function candlesOnchain(
  listings: readonly Listing[],
  { network, address }: Readonly<Record<string, string>>,
  query: URLSearchParams,
): Promise<unknown> {
  const listing = listings.find(
    (each) => each.onchainNetwork === network && each.address === address?.toLowerCase(),
  );
  if (!listing) throw new Refused(404, 'Specified network or token not found');
  const seconds = Number(query.get('aggregate') ?? 1) * 60;
  const limit = Number(query.get('limit') ?? 100);
  if (!(seconds > 0 && limit > 0)) throw new Refused(400, 'Invalid aggregate or limit');
  const from = Math.floor(Date.now() / 1000) - seconds * limit;
  const points = [...(await listing.prices.since(from)), await listing.prices.now()];
  const attributes = { ohlcv_list: candlesOf(points, seconds, limit) };
  return { data: { id: crypto.randomUUID(), type: 'ohlcv_request_response', attributes } };
}

async function chartById(
  listings: readonly Listing[],
  { id }: Readonly<Record<string, string>>,
  query: URLSearchParams,
): Promise<unknown> {
  return chart(
    listings.find((listing) => listing.id === id),
    query,
  );
}

async function chartByContract(
  listings: readonly Listing[],
  { platform, address }: Readonly<Record<string, string>>,
  query: URLSearchParams,
): Promise<unknown> {
  const found = listings.find(
    (listing) =>
      listing.id !== null &&
      listing.platform === platform &&
      listing.address === address?.toLowerCase(),
  );
  return chart(found, query);
}

async function chart(listing: Listing | undefined, query: URLSearchParams): Promise<unknown> {
  if (!listing) throw new Refused(404, 'coin not found');
  if (query.get('vs_currency') !== 'usd') throw new Refused(400, 'invalid vs_currency');
  const days = Number(query.get('days'));
  if (!(days > 0)) throw new Refused(422, 'Missing parameter days');
  const from = Math.floor(Date.now() / 1000 - days * 86_400);
  const points = [...(await listing.prices.since(from)), await listing.prices.now()];
  return {
    prices: points.map(({ at, usd }) => [at * 1000, usd]),
    market_caps: [],
    total_volumes: [],
  };
}

function requireList(query: URLSearchParams, name: string): string[] {
  const list = splitList(query.get(name) ?? '');
  if (list.length === 0) throw new Refused(422, `Missing parameter ${name}`);
  return list;
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== '');
}

function decodeSegments(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
}

/** A request that the real service would refuse with this status. */
class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'Refused';
    this.status = status;
  }
}
