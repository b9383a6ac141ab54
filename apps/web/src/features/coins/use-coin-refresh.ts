import { useCallback, useState } from 'react';
import { showToast } from '../../state/toast.ts';

export interface CoinRefresh {
  /** Coins whose balance is being read; the flag ends on success and on failure (§4 Coins). */
  readonly refreshingIds: ReadonlySet<string>;
  readonly refresh: (coinId: string) => Promise<void>;
}

/**
 * Tracks which coins are being refreshed, and shows the error when a refresh fails.
 * @param read reads one coin and stores it; returns the error message, or null. Must be stable between renders.
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
