import type { Deployment } from '../chain/deployment.ts';
import type { CallNode } from '../chain/json-rpc.ts';
import type { LocalNetwork } from '../chain/local-networks.ts';
import { createMarketPrices, type MarketPrices } from './market-prices.ts';

/** A token as the price feed knows it. */
export interface Listing {
  /** Its id in the main list; null when only its pool is known, as with unlisted tokens. */
  readonly id: string | null;
  readonly platform: string;
  readonly onchainNetwork: string;
  readonly address: string;
  readonly prices: MarketPrices;
}

export interface PricedNetwork {
  readonly network: LocalNetwork;
  readonly deployment: Deployment;
  readonly call: CallNode;
}

/** @returns every token that has a price, on every network; the addresses are lower case. */
export function listTokens(networks: readonly PricedNetwork[]): Listing[] {
  return networks.flatMap(({ network, deployment, call }) => {
    const place = { platform: network.pricePlatform, onchainNetwork: network.onchainNetwork };
    const traded = deployment.markets.map((market) => ({
      ...place,
      id: market.symbol === network.native.symbol ? network.nativePriceId : null,
      address: market.token.toLowerCase(),
      prices: createMarketPrices(call, market, deployment.usdc),
    }));
    const usdc = { ...place, id: 'usd-coin', address: deployment.usdc.toLowerCase() };
    return [...traded, { ...usdc, prices: oneDollar }];
  });
}

/** All other prices are quoted in the local USDC. */
const oneDollar: MarketPrices = {
  now: async () => ({ at: Math.floor(Date.now() / 1000), usd: 1 }),
  change24h: async () => 0,
  since: async (from) => everyQuarterHour(from).map((at) => ({ at, usd: 1 })),
};

const QUARTER_HOUR_S = 900;

function everyQuarterHour(from: number): number[] {
  const count = Math.max(0, Math.ceil((Date.now() / 1000 - from) / QUARTER_HOUR_S));
  return Array.from({ length: count }, (_, index) => from + index * QUARTER_HOUR_S);
}
