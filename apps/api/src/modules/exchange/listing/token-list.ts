import type { Network } from '#domain/network/network';
import { createPrefixIndex, type PrefixIndex } from '#domain/swap/prefix-index';
import type { Token } from '#domain/token/token';
import type { SwapHop, SwapRoute } from '#wire/exchange/route';
import type { SwapBlockchain, SwapToken } from '#wire/exchange/swap-blockchains';
import type { Clock } from '../../../ports/clock.ts';
import type { ExchangeAggregator, ExchangeAsset } from '../../../ports/exchange-aggregator.ts';

export interface ExchangeTokenListPorts {
  readonly networks: readonly Network[];
  readonly exchange: Pick<ExchangeAggregator, 'list'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called when the list could not be refreshed; the cache keeps what it has. */
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

/** A token that both the exchange and the wallet know. */
export interface ListedToken {
  readonly token: Token;
  readonly network: Network;
  readonly view: SwapToken;
}

/** The part of the exchange's list that the wallet supports, indexed for search by prefix. */
export interface TokenListing {
  readonly blockchains: readonly SwapBlockchain[];
  readonly blockchainIndex: PrefixIndex<SwapBlockchain>;
  /** By blockchain, in the wallet's order. */
  readonly tokens: ReadonlyMap<string, readonly ListedToken[]>;
  readonly tokenIndex: ReadonlyMap<string, PrefixIndex<ListedToken>>;
  readonly asOf: Date;
}

/** The exchange's list, cached in memory. */
export interface ExchangeTokenList {
  /** Rejects with `ExchangeUnavailable` when nothing is cached yet and the exchange does not respond. */
  listing(): Promise<TokenListing>;
}

const FRESH_MS = 10 * 60_000;
const COINS_WITH_CHAIN = 20;

/** @returns an empty cache, which reads the list on first use and again once it is ten minutes old. */
export function createExchangeTokenList(ports: ExchangeTokenListPorts): ExchangeTokenList {
  let known: TokenListing | null = null;
  let reading: Promise<TokenListing> | null = null;
  function read(): Promise<TokenListing> {
    reading ??= readListing(ports)
      .then((listing) => {
        known = listing;
        return listing;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  }
  return {
    listing: async () => {
      if (known === null) return read();
      const age = ports.clock.now().getTime() - known.asOf.getTime();
      if (age > FRESH_MS) {
        void read().catch((cause) =>
          ports.report({ message: 'The list of the exchange could not be refreshed.', cause }),
        );
      }
      return known;
    },
  };
}

/** @returns the requested token; null when the exchange or the wallet does not know it */
export function findListedToken(listing: TokenListing, side: ExchangeAsset): ListedToken | null {
  const wanted = side.address?.toLowerCase() ?? null;
  const tokens = listing.tokens.get(side.blockchain) ?? [];
  return tokens.find(({ token }) => (token.address?.toLowerCase() ?? null) === wanted) ?? null;
}

/** @returns the route with the wallet's own pictures and names */
export function drawRoute(listing: TokenListing, route: SwapRoute): SwapRoute {
  const drawAsset = (asset: SwapHop['from']): SwapHop['from'] => {
    const chain = listing.blockchains.find(({ name }) => name === asset.blockchain);
    return {
      ...asset,
      logo: findListedToken(listing, asset)?.view.image ?? null,
      blockchainLogo: chain?.image ?? null,
      chain: chain?.displayName ?? asset.blockchain,
    };
  };
  const drawEnds = <Hop extends Pick<SwapHop, 'from' | 'to'>>(hop: Hop): Hop => ({
    ...hop,
    from: drawAsset(hop.from),
    to: drawAsset(hop.to),
  });
  const swaps = route.swaps.map((hop) => ({
    ...drawEnds(hop),
    internalSwaps: hop.internalSwaps.map(drawEnds),
  }));
  return { ...route, swaps };
}

async function readListing({
  networks,
  exchange,
  clock,
}: ExchangeTokenListPorts): Promise<TokenListing> {
  const asOf = clock.now();
  const listed = await exchange.list();
  const priceByKey = new Map(listed.tokens.map((token) => [keyOf(token), token.usdPrice]));
  const tokens = new Map<string, readonly ListedToken[]>();
  const blockchains = listed.blockchains.flatMap(({ name, displayName, chainId }) => {
    const network = networks.find((each) => each.chainId === chainId);
    const [native] = network?.tokens ?? [];
    if (network === undefined || native === undefined) return [];
    const known = network.tokens.flatMap((token): ListedToken[] => {
      const usdPrice = priceByKey.get(keyOf({ blockchain: name, address: token.address }));
      if (usdPrice === undefined) return [];
      return [{ token, network, view: viewOf(token, name, usdPrice) }];
    });
    tokens.set(name, known);
    const coins = known.slice(0, COINS_WITH_CHAIN).map(({ view }) => view);
    const { symbol } = native;
    return [
      { name, displayName, type: 'EVM' as const, symbol, image: network.image, chainId, coins },
    ];
  });
  return {
    blockchains,
    blockchainIndex: createPrefixIndex(blockchains, ({ displayName }) => displayName),
    tokens,
    tokenIndex: new Map(
      [...tokens].map(([name, known]) => [
        name,
        createPrefixIndex(known, ({ token }) => token.symbol),
      ]),
    ),
    asOf,
  };
}

function keyOf({ blockchain, address }: Pick<ExchangeAsset, 'blockchain' | 'address'>): string {
  return `${blockchain} ${address?.toLowerCase() ?? ''}`;
}

function viewOf(token: Token, blockchain: string, usdPrice: number | null): SwapToken {
  const { id, symbol, name, address, decimals, image } = token;
  return { id, blockchain, symbol, name, address, decimals, image, usdPrice };
}
