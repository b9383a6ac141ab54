import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Chain } from '#wire/wallet/coin';
import { refreshCoin } from '#wire/wallet/refresh-coin';
import { callApi } from '../../../lib/api-client.ts';
import { showToast } from '../../../state/toast.ts';
import { mergeCoin } from '../coins-view.ts';
import { COINS_KEY } from './coins.ts';

interface RefreshCoin {
  /** Coins whose balance is being read; the flag goes on success and on failure (§4 Coins). */
  readonly refreshingIds: ReadonlySet<string>;
  readonly refresh: (coinId: string) => Promise<void>;
}

/** Reads single balances from their chains; each answer is merged into its coin and touches no other. */
export function useRefreshCoin(): RefreshCoin {
  const client = useQueryClient();
  const [refreshingIds, setRefreshingIds] = useState<ReadonlySet<string>>(new Set());

  const refresh = useCallback(
    async (coinId: string) => {
      setRefreshingIds((ids) => new Set(ids).add(coinId));
      const result = await callApi(refreshCoin, { params: { coinId } });
      if (result.ok) {
        // A whole read that is under way would bring back the older balance.
        await client.cancelQueries({ queryKey: COINS_KEY });
        client.setQueryData<readonly Chain[]>(COINS_KEY, (chains) =>
          chains ? mergeCoin(chains, result.data.data) : chains,
        );
      } else {
        showToast(result.error.message, { tone: 'error' });
      }
      setRefreshingIds((ids) => new Set([...ids].filter((id) => id !== coinId)));
    },
    [client],
  );
  return { refreshingIds, refresh };
}
