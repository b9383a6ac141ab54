import type { swapTokens } from '#wire/exchange/swap-tokens';
import { type Handler, refuse } from '../../application/call.ts';
import type { ExchangeTokenList } from './listing/token-list.ts';
import { whenReachable } from './listing/when-reachable.ts';

export interface SwapTokensPorts {
  readonly cache: ExchangeTokenList;
}

/** Lists a page of a chain's tokens in the wallet's order, or of those whose symbol begins with the requested prefix. */
export function createSwapTokens({ cache }: SwapTokensPorts): Handler<typeof swapTokens> {
  return ({ query }) =>
    whenReachable(async () => {
      const listing = await cache.listing();
      const all = listing.tokens.get(query.blockchain);
      const index = listing.tokenIndex.get(query.blockchain);
      if (all === undefined || index === undefined) return refuse('unknown-blockchain');
      const offset = Number.parseInt(query.cursor, 10);
      const limit = Number.parseInt(query.limit, 10);
      const end = offset + limit;
      const page =
        query.prefix === ''
          ? { entries: all.slice(offset, end), next: end < all.length ? end : null }
          : index.page(query.prefix, { offset, limit });
      return {
        data: page.entries.map(({ view }) => view),
        next: page.next === null ? null : String(page.next),
      };
    });
}
