import type { TokenId } from '#domain/token/token';
import type { swapCoin } from '#wire/exchange/swap-coin';
import type { Coin } from '#wire/wallet/coin';
import { type Handler, refuse } from '../../application/call.ts';
import type { ExchangeTokenList } from './listing/token-list.ts';
import { whenReachable } from './listing/when-reachable.ts';

export interface SwapCoinPorts {
  readonly cache: ExchangeTokenList;
  readonly prices: { priceOf(tokenId: TokenId): Coin['price'] };
}

/** Returns one token that can be swapped. */
export function createSwapCoin({ cache, prices }: SwapCoinPorts): Handler<typeof swapCoin> {
  return ({ params }) =>
    whenReachable(async () => {
      const { tokens } = await cache.listing();
      const found = [...tokens.values()].flat().find(({ token }) => token.id === params.id);
      if (found === undefined) return refuse('unknown-coin');
      const { price, change, asOf } = prices.priceOf(found.token.id);
      return { data: { ...found.view, price: { price, change, asOf } } };
    });
}
