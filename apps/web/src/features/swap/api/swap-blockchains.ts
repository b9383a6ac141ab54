import { useQuery } from '@tanstack/react-query';
import { swapBlockchains } from '#wire/exchange/swap-blockchains';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';

/** The chains available for swaps, filtered by name prefix if given. */
export function useSwapBlockchains(prefix: string) {
  return useQuery({
    queryKey: ['swap', 'blockchains', prefix],
    queryFn: async ({ signal }) =>
      dataOrThrow(await callApi(swapBlockchains, { query: { prefix }, signal })).data,
    placeholderData: (before) => before,
    staleTime: 60_000,
    retry: false,
  });
}
