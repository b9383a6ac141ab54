import { useQuery } from '@tanstack/react-query';
import { swapCoin } from '#wire/exchange/swap-coin';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';

/** A token with its current price. */
export function useSwapCoin(id: string | null) {
  return useQuery({
    queryKey: ['swap', 'coin', id],
    queryFn: async ({ signal }) =>
      dataOrThrow(await callApi(swapCoin, { params: { id: id ?? '' }, isBackground: true, signal }))
        .data,
    enabled: id !== null,
    staleTime: 30_000,
    retry: false,
  });
}
