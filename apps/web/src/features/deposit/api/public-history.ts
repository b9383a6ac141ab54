import { useQuery, useQueryClient } from '@tanstack/react-query';
import { publicHistory } from '#wire/wallet/public-history';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';
import { HISTORY_KEYS } from '../../../lib/history-keys.ts';

/** Events arrive sooner; polling is for browsers that can't receive them. */
const READ_EVERY_MS = 5_000;
const ROWS = '10';

/** Recent incoming transactions of one coin, newest first. */
export function useLatestReceipts(coinId: string) {
  const client = useQueryClient();
  const queryKey = [...HISTORY_KEYS.public, coinId, 'latest-receipts'];
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const isBackground = client.getQueryData(queryKey) !== undefined;
      const query = { type: 'receive', limit: ROWS, cursor: undefined } as const;
      const params = { id: coinId };
      const page = dataOrThrow(
        await callApi(publicHistory, { params, query, isBackground, signal }),
      );
      return page.data.transactions;
    },
    refetchInterval: READ_EVERY_MS,
    refetchOnWindowFocus: true,
    retry: false,
  });
}
