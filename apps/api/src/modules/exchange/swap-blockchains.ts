import type { swapBlockchains } from '#wire/exchange/swap-blockchains';
import type { Handler } from '../../application/call.ts';
import type { ExchangeTokenList } from './listing/token-list.ts';
import { whenReachable } from './listing/when-reachable.ts';

export interface SwapBlockchainsPorts {
  readonly cache: ExchangeTokenList;
}

const MOST = 100;

/** Lists the chains in the exchange's order, or those whose name begins with the requested prefix. */
export function createSwapBlockchains({
  cache,
}: SwapBlockchainsPorts): Handler<typeof swapBlockchains> {
  return ({ query }) =>
    whenReachable(async () => {
      const listing = await cache.listing();
      const found =
        query.prefix === ''
          ? listing.blockchains
          : listing.blockchainIndex.page(query.prefix, { offset: 0, limit: MOST }).entries;
      return { data: [...found], asOf: listing.asOf.toISOString() };
    });
}
