import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Chain } from '#wire/wallet/coin';
import { refreshCoin } from '#wire/wallet/refresh-coin';
import { callApi } from '../../../lib/api-client.ts';
import { mergeCoin } from '../coins-view.ts';
import { type CoinRefresh, useCoinRefresh } from '../use-coin-refresh.ts';
import { COINS_KEY } from './coins.ts';

/** Reads single balances from their chains; each response is merged into its coin and touches no other. */
export function useRefreshCoin(): CoinRefresh {
  const client = useQueryClient();
  const read = useCallback(
    async (coinId: string) => {
      const result = await callApi(refreshCoin, { params: { coinId } });
      if (!result.ok) return result.error.message;
      // A whole read that is in progress would bring back the older balance.
      await client.cancelQueries({ queryKey: COINS_KEY });
      client.setQueryData<readonly Chain[]>(COINS_KEY, (chains) =>
        chains ? mergeCoin(chains, result.data.data) : chains,
      );
      return null;
    },
    [client],
  );
  return useCoinRefresh(read);
}
