import type { Chain, Coin } from '#wire/wallet/coin';

const READ_AT = '2026-01-02T03:04:05.000Z';

/** @returns 250 USDC on Polygon at $1; a test gives what it is about, the rest has defaults. */
export function buildCoin(values: Partial<Coin> = {}): Coin {
  return {
    id: 'polygon-usdc',
    name: 'USD Coin',
    symbol: 'USDC',
    balance: '250',
    balanceBaseUnits: '250000000',
    availableBaseUnits: values.balanceBaseUnits ?? '250000000',
    pending: [],
    image: '/marks/token-usdc.svg',
    address: '0x00000000000000000000000000000000000c01c5',
    walletAddress: '0x7aB1cE54b0942A6cE94d3708FbA12c5D7e4b93fE',
    decimals: 6,
    chain: 'Polygon',
    network: 'polygon',
    chainId: 31337,
    chainSymbol: 'POL',
    isNative: false,
    isShieldable: true,
    price: { price: 1, change: 0, asOf: READ_AT, samples: [1, 1] },
    asOf: READ_AT,
    isStale: false,
    ...values,
  };
}

/** @returns 10 POL at $0.43, up 2.14 % in 24 hours. */
export function buildNativeCoin(values: Partial<Coin> = {}): Coin {
  return buildCoin({
    id: 'polygon-pol',
    name: 'Pol',
    symbol: 'POL',
    balance: '10',
    balanceBaseUnits: '10000000000000000000',
    image: '/marks/token-pol.svg',
    address: null,
    decimals: 18,
    isNative: true,
    price: buildPrice({ price: 0.43, change: 2.14 }),
    ...values,
  });
}

/** @returns a price as the wire has it; unknown when left out. */
export function buildPrice(values: Partial<Coin['price']> = {}): Coin['price'] {
  return { price: null, change: null, asOf: null, samples: [], ...values };
}

/** @returns Polygon with the given coins. */
export function buildChain(coins: readonly Coin[], values: Partial<Chain> = {}): Chain {
  const chain = { name: 'Polygon', chainId: 31337, image: '/marks/chain-polygon.svg' };
  return { ...chain, ...values, coins: [...coins] };
}
