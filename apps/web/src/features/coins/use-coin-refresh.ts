import { useCallback, useState } from 'react';
import { showToast } from '../../state/toast.ts';

export interface CoinRefresh {
  /** Coins whose balance is being read; the flag ends on success and on failure (§4 Coins). */
  readonly refreshingIds: ReadonlySet<string>;
  readonly refresh: (coinId: string) => Promise<void>;
}

/**
 * Keeps which coins are being read again, and says why when one could not be.
 * @param read reads one coin and stores it; gives the sentence why it could not, else null. Stable between draws.
 */
export function useCoinRefresh(read: (coinId: string) => Promise<string | null>): CoinRefresh {
  const [refreshingIds, setRefreshingIds] = useState<ReadonlySet<string>>(new Set());

  const refresh = useCallback(
    async (coinId: string) => {
      setRefreshingIds((ids) => new Set(ids).add(coinId));
      const problem = await read(coinId);
      if (problem !== null) showToast(problem, { tone: 'error' });
      setRefreshingIds((ids) => new Set([...ids].filter((id) => id !== coinId)));
    },
    [read],
  );
  return { refreshingIds, refresh };
}
