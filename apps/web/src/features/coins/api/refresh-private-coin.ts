import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { refreshPrivateCoin } from '#wire/wallet/refresh-private-coin';
import { callApi } from '../../../lib/api-client.ts';
import { mergeCoin, type PrivateCoins } from '../coins-view.ts';
import { type CoinRefresh, useCoinRefresh } from '../use-coin-refresh.ts';
import { PRIVATE_COINS_KEY } from './private-coins.ts';

/** Scans for new notes of single coins. Each response is merged into its own coin only. */
export function useRefreshPrivateCoin(): CoinRefresh {
  const client = useQueryClient();
  const read = useCallback(
    async (coinId: string) => {
      const result = await callApi(refreshPrivateCoin, { params: { coinId } });
      if (!result.ok) return result.error.message;
      const { data: fresh, privateState: state } = result.data;
      // A full read in progress would overwrite the new balance with an older one.
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
