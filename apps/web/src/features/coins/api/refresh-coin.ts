import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Chain } from '#wire/wallet/coin';
import { refreshCoin } from '#wire/wallet/refresh-coin';
import { callApi } from '../../../lib/api-client.ts';
import { mergeCoin } from '../coins-view.ts';
import { type CoinRefresh, useCoinRefresh } from '../use-coin-refresh.ts';
import { COINS_KEY } from './coins.ts';

/** Refreshes single balances from their chains. Each response is merged into its own coin only. */
export function useRefreshCoin(): CoinRefresh {
  const client = useQueryClient();
  const read = useCallback(
    async (coinId: string) => {
      const result = await callApi(refreshCoin, { params: { coinId } });
      if (!result.ok) return result.error.message;
      // A full read in progress would overwrite the new balance with an older one.
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
