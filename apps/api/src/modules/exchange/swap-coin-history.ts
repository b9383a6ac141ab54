import type { Network } from '#domain/network/network';
import type { TokenId } from '#domain/token/token';
import type { swapCoinHistory } from '#wire/exchange/swap-coin-history';
import type { Coin } from '#wire/wallet/coin';
import { type Handler, refuse } from '../../application/call.ts';

export interface SwapCoinHistoryPorts {
  readonly networks: readonly Network[];
  readonly prices: { priceOf(tokenId: TokenId): Coin['price'] };
}

/** Returns a token's prices of the last day. */
export function createSwapCoinHistory({
  networks,
  prices,
}: SwapCoinHistoryPorts): Handler<typeof swapCoinHistory> {
  return async ({ params }) => {
    const token = networks.flatMap(({ tokens }) => tokens).find(({ id }) => id === params.id);
    if (token === undefined) return refuse('unknown-coin');
    const { samples, asOf } = prices.priceOf(token.id);
    return { data: { prices: samples, asOf } };
  };
}
