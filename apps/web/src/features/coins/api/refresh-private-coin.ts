import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { refreshPrivateCoin } from '#wire/wallet/refresh-private-coin';
import { callApi } from '../../../lib/api-client.ts';
import { mergeCoin, type PrivateCoins } from '../coins-view.ts';
import { type CoinRefresh, useCoinRefresh } from '../use-coin-refresh.ts';
import { PRIVATE_COINS_KEY } from './private-coins.ts';

/** Looks for new notes of single coins; each response is merged into its coin and touches no other. */
export function useRefreshPrivateCoin(): CoinRefresh {
  const client = useQueryClient();
  const read = useCallback(
    async (coinId: string) => {
      const result = await callApi(refreshPrivateCoin, { params: { coinId } });
      if (!result.ok) return result.error.message;
      const { data: fresh, privateState: state } = result.data;
      // A whole read that is in progress would bring back the older balance.
      await client.cancelQueries({ queryKey: PRIVATE_COINS_KEY });
      client.setQueryData<PrivateCoins>(PRIVATE_COINS_KEY, (known) =>
        known ? { chains: mergeCoin(known.chains, fresh), state } : known,
      );
      return null;
    },
    [client],
  );
  return useCoinRefresh(read);
}
