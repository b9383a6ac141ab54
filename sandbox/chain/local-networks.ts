/** A token of a local chain that has a market there. */
export interface MarketPlan {
  readonly symbol: string;
  /** Price at the end of the prepared day, US dollars. */
  readonly usd: number;
  /** Worth of each side of its larger pool, whole US dollars. */
  readonly depthUsd: number;
}

/** Configuration of a local chain. */
export interface LocalNetwork {
  readonly slug: 'polygon' | 'avalanche';
  readonly name: string;
  readonly chainId: number;
  readonly native: {
    readonly symbol: string;
    readonly name: string;
    readonly isShieldable: boolean;
  };
  readonly hasKax: boolean;
  /** The native coin's market (through its wrapped form) first. */
  readonly markets: readonly MarketPlan[];
  readonly leastBaseFee: bigint;
  /** Names in the price feed's protocol. */
  readonly pricePlatform: string;
  readonly onchainNetwork: string;
  readonly nativePriceId: string;
  /** Name in the exchange's protocol. */
  readonly blockchain: string;
}

const GWEI = 1_000_000_000n;

/**
 * Chain ids are private, so that nothing signed here is valid on a public network. 31337 is the only
 * local id that RAILGUN's engine has a profile for.
 */
export const localNetworks: readonly LocalNetwork[] = [
  {
    slug: 'polygon',
    name: 'Polygon',
    chainId: 31337,
    native: { symbol: 'POL', name: 'Pol', isShieldable: true },
    hasKax: true,
    markets: [
      { symbol: 'POL', usd: 0.43, depthUsd: 2_000_000 },
      { symbol: 'KAX', usd: 1.18, depthUsd: 1_500_000 },
    ],
    leastBaseFee: 30n * GWEI,
    pricePlatform: 'polygon-pos',
    onchainNetwork: 'polygon_pos',
    nativePriceId: 'polygon-ecosystem-token',
    blockchain: 'POLYGON',
  },
  {
    slug: 'avalanche',
    name: 'Avalanche',
    chainId: 31114,
    native: { symbol: 'AVAX', name: 'Avalanche', isShieldable: false },
    hasKax: false,
    markets: [{ symbol: 'AVAX', usd: 24, depthUsd: 2_500_000 }],
    leastBaseFee: 2n * GWEI,
    pricePlatform: 'avalanche',
    onchainNetwork: 'avax',
    nativePriceId: 'avalanche-2',
    blockchain: 'AVAX_CCHAIN',
  },
];
