import { createPublicClient, type Hex, http, type PublicClient } from 'viem';
import type { BridgeDeployment, Deployment } from '../chain/deployment.ts';
import { createNodeCaller } from '../chain/json-rpc.ts';
import { type LocalNetwork, localNetworks } from '../chain/local-networks.ts';
import { isFirstInPool, PRICE_SCALE, sqrtX96ToPrice } from '../chain/pool-price.ts';
import { readSqrtPriceX96 } from '../chain/trade.ts';

/** A token that the exchange knows; the address is null for a native coin. */
export interface ListedAsset {
  readonly blockchain: string;
  readonly symbol: string;
  readonly name: string;
  readonly address: Hex | null;
  /** Its form in the pools: wrapped for a native coin. */
  readonly pooled: Hex;
  readonly decimals: number;
  readonly image: string;
  /** US dollars for one whole token, from its pool. */
  priceUsd(): Promise<number>;
}

/** A chain that the exchange supports, with its tradable assets. */
export interface ExchangeChain {
  readonly blockchain: string;
  readonly network: LocalNetwork;
  readonly deployment: Deployment;
  readonly bridge: BridgeDeployment;
  readonly client: PublicClient;
  readonly assets: readonly ListedAsset[];
}

/** @returns a chain as the exchange sees it. Throws when it has no bridge. */
export function openExchangeChain(deployment: Deployment, rpcUrl: string): ExchangeChain {
  const network = localNetworks.find(({ slug }) => slug === deployment.slug);
  const { bridge } = deployment;
  if (!network || !bridge) throw new Error(`The ${deployment.slug} chain has no bridge.`);
  const { blockchain, native } = network;
  const call = createNodeCaller(rpcUrl);
  const priceOf = (token: Hex) => async () => {
    const market = deployment.markets.find((each) => each.token === token);
    if (!market) throw new Error(`There is no market of ${token}.`);
    const isTokenFirst = isFirstInPool(token, deployment.usdc);
    const price = sqrtX96ToPrice(await readSqrtPriceX96(call, market.v3Pool), isTokenFirst);
    return Number(price) / Number(PRICE_SCALE);
  };
  const asset = (
    [symbol, name, decimals]: readonly [string, string, number],
    address: Hex | null,
    pooled: Hex,
  ): ListedAsset => ({
    blockchain,
    symbol,
    name,
    address,
    pooled,
    decimals,
    image: `/marks/token-${symbol.toLowerCase()}.svg`,
    priceUsd: pooled === deployment.usdc ? async () => 1 : priceOf(pooled),
  });
  return {
    blockchain,
    network,
    deployment,
    bridge,
    client: createPublicClient({ transport: http(rpcUrl, { retryCount: 0, timeout: 10_000 }) }),
    assets: [
      ...(deployment.kax ? [asset(['KAX', 'Kax', 18], deployment.kax, deployment.kax)] : []),
      asset([native.symbol, native.name, 18], null, deployment.wrappedNative),
      asset(['USDC', 'USD Coin', 6], deployment.usdc, deployment.usdc),
    ],
  };
}

/** @returns the USDC of the chain, which its bridge transfers. */
export function usdcOf({ assets, deployment }: ExchangeChain): ListedAsset {
  const usdc = assets.find(({ pooled }) => pooled === deployment.usdc);
  if (!usdc) throw new Error('A chain without USDC has no bridge.');
  return usdc;
}

/** @returns the coin that pays for transactions on the chain. */
export function nativeOf({ assets }: ExchangeChain): ListedAsset {
  const native = assets.find(({ address }) => address === null);
  if (!native) throw new Error('Every chain has a native coin.');
  return native;
}
