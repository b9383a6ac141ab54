import { useInfiniteQuery } from '@tanstack/react-query';
import { swapTokens } from '#wire/exchange/swap-tokens';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';

const PAGE = '50';

/** The tokens of a chain, page by page, filtered by symbol prefix if given. */
export function useSwapTokens(blockchain: string | null, prefix: string) {
  return useInfiniteQuery({
    queryKey: ['swap', 'tokens', blockchain, prefix],
    queryFn: async ({ pageParam, signal }) => {
      const query = { blockchain: blockchain ?? '', prefix, cursor: pageParam, limit: PAGE };
      return dataOrThrow(await callApi(swapTokens, { query, signal }));
    },
    initialPageParam: '0',
    getNextPageParam: ({ next }) => next,
    placeholderData: (before, query) => (query?.queryKey[2] === blockchain ? before : undefined),
    enabled: blockchain !== null,
    staleTime: 60_000,
    retry: false,
  });
}
