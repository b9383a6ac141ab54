import { assetOf } from './describe-route.ts';
import { ERROR_CODES, type Exchange, findAsset, type Reply, refusal, reply } from './exchange.ts';
import type { ExchangeChain, ListedAsset } from './exchange-chains.ts';

const swappers = [
  swapper('UniSwapV3', 'Uniswap V3', { mark: 'v3', type: 'DEX' }),
  swapper('UniSwapV2', 'Uniswap V2', { mark: 'v2', type: 'DEX' }),
  swapper('EscrowBridge', 'Escrow Bridge', { mark: 'bridge', type: 'BRIDGE' }),
  swapper('EscrowExpress', 'Escrow Express', { mark: 'bridge', type: 'BRIDGE' }),
];

/** Handles `GET /meta…`; null for another path. */
export async function serveMeta(exchange: Exchange, url: URL): Promise<Reply | null> {
  const blockchains = [...exchange.chains.values()].map(describeBlockchain);
  switch (url.pathname) {
    case '/meta/compact': {
      const tokens = (await listTokens(exchange)).map(toCompact);
      return reply({ blockchains, tokens, popularTokens: tokens, swappers });
    }
    case '/meta': {
      const tokens = await listTokens(exchange);
      return reply({ blockchains, tokens, popularTokens: tokens, swappers });
    }
    case '/meta/blockchains':
      return reply(blockchains);
    case '/meta/swappers':
      return reply(swappers);
    case '/meta/token/search':
      return searchTokens(exchange, url.searchParams);
    case '/meta/custom-token':
      return serveCustomToken(exchange, url.searchParams);
    default:
      return null;
  }
}

async function searchTokens(exchange: Exchange, search: URLSearchParams): Promise<Reply> {
  const wanted = (search.get('query') ?? '').toLowerCase();
  const blockchain = search.get('blockchain');
  const tokens = (await listTokens(exchange)).filter(
    (token) =>
      (blockchain === null || token.blockchain === blockchain) &&
      (token.symbol.toLowerCase().includes(wanted) || token.address?.toLowerCase() === wanted),
  );
  return reply({ tokens, error: null, errorCode: null, traceId: null });
}

async function serveCustomToken(exchange: Exchange, search: URLSearchParams): Promise<Reply> {
  const asset = findAsset(exchange, Object.fromEntries(search));
  if (asset === null) return refusal(ERROR_CODES.tokenNotFound, 'Token not found');
  return reply({ token: await describeToken(asset), error: null, errorCode: null, traceId: null });
}

function listTokens({ chains }: Exchange): Promise<Token[]> {
  return Promise.all([...chains.values()].flatMap(({ assets }) => assets.map(describeToken)));
}

type Token = Awaited<ReturnType<typeof describeToken>>;

/** @returns a token with the full keys of the protocol. */
export async function describeToken(asset: ListedAsset) {
  return {
    blockchain: asset.blockchain,
    address: asset.address,
    symbol: asset.symbol,
    name: asset.name,
    decimals: asset.decimals,
    image: asset.image,
    usdPrice: await asset.priceUsd(),
    isSecondaryCoin: false,
    coinSource: null,
    coinSourceUrl: null,
    isPopular: true,
    supportedSwappers: swappers.map(({ id }) => id),
  };
}

function toCompact(token: Token) {
  const { blockchain: b, address: a, symbol: s, name: n, decimals: d, image: i } = token;
  return { b, a, s, n, d, i, p: token.usdPrice, ip: true, ss: token.supportedSwappers };
}

function describeBlockchain(chain: ExchangeChain, index: number): object {
  const { network, blockchain, assets } = chain;
  const { symbol, name } = network.native;
  const fee = assets.filter(({ address }) => address === null).map(assetOf);
  return {
    type: 'EVM',
    name: blockchain,
    shortName: network.name,
    displayName: network.name,
    defaultDecimals: 18,
    feeAssets: fee,
    addressPatterns: ['^(0x)[0-9A-Fa-f]{40}$'],
    logo: `/marks/chain-${network.slug}.svg`,
    color: '#8247e5',
    sort: index + 1,
    enabled: true,
    chainId: `0x${network.chainId.toString(16)}`,
    info: {
      infoType: 'EvmMetaInfo',
      chainName: network.name,
      nativeCurrency: { name, symbol, decimals: 18 },
      rpcUrls: [],
      blockExplorerUrls: [],
      addressUrl: '',
      transactionUrl: '',
      tokenUrl: null,
      enableGasV2: true,
    },
  };
}

function swapper(
  id: string,
  title: string,
  { mark, type }: { readonly mark: string; readonly type: string },
) {
  const logo = `/marks/swapper-${mark}.svg`;
  return { id, title, logo, swapperGroup: title, types: [type], enabled: true };
}
