import { useQuery } from '@tanstack/react-query';
import { swapBlockchains } from '#wire/exchange/swap-blockchains';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';

/** The chains that can be swapped on; with a prefix, those whose name begins so. */
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
