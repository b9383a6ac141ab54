import { useQuery } from '@tanstack/react-query';
import { swapCoinHistory } from '#wire/exchange/swap-coin-history';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';

/** The prices of a token over the last day. */
export function useSwapCoinHistory(id: string | null) {
  return useQuery({
    queryKey: ['swap', 'coin-history', id],
    queryFn: async ({ signal }) => {
      const params = { id: id ?? '' };
      return dataOrThrow(await callApi(swapCoinHistory, { params, isBackground: true, signal }))
        .data;
    },
    enabled: id !== null,
    staleTime: 60_000,
    retry: false,
  });
}
