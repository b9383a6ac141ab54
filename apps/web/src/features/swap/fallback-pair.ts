import type { SwapBlockchain } from '#wire/exchange/swap-blockchains';
import type { Coin } from '#wire/wallet/coin';
import type { SwapForm, SwapSide } from './swap-flow.ts';

/** Both ends of a swap. */
export type SwapPair = Pick<SwapForm, 'sell' | 'receive'>;

/**
 * The pair shown while the exchange's lists are unavailable (§9): Polygon KAX to Avalanche AVAX.
 * @param coins the wallet's coins, which supply the contract addresses; until they are loaded, the tokens are null
 */
export function fallbackPair(coins: readonly Coin[]): SwapPair {
  return {
    sell: sideOf(
      coins,
      { name: 'POLYGON', displayName: 'Polygon', symbol: 'POL', slug: 'polygon' },
      'KAX',
    ),
    receive: sideOf(
      coins,
      { name: 'AVAX_CCHAIN', displayName: 'Avalanche', symbol: 'AVAX', slug: 'avalanche' },
      'AVAX',
    ),
  };
}

function sideOf(
  coins: readonly Coin[],
  chain: Pick<SwapBlockchain, 'name' | 'displayName' | 'symbol'> & { readonly slug: string },
  symbol: string,
): SwapSide {
  const { slug, ...rest } = chain;
  const coin = coins.find(({ id }) => id === `${slug}-${symbol.toLowerCase()}`);
  const blockchain: SwapBlockchain = {
    ...rest,
    type: 'EVM',
    image: `/marks/chain-${slug}.svg`,
    chainId: coin?.chainId ?? 0,
    coins: [],
  };
  if (coin === undefined) return { blockchain, token: null };
  const { id, address, decimals, image, price } = coin;
  const token = { id, symbol, address, decimals, image, name: coin.name, usdPrice: price.price };
  return { blockchain, token: { ...token, blockchain: chain.name } };
}
