import { useMemo } from 'react';
import { useCoins } from './api/coins.ts';
import { type CoinsView, coinsView } from './coins-view.ts';

interface FollowedCoins {
  readonly view: CoinsView;
  /** A read that somebody asked for is under way. */
  readonly isReading: boolean;
  readonly read: () => void;
}

/** The balances as a screen shows them; the same for every part of the page. */
export function useCoinsView(): FollowedCoins {
  const { data, error, dataUpdatedAt, isFetching, refetch } = useCoins();
  const view = useMemo(
    () => coinsView({ data, error, dataUpdatedAt }),
    [data, error, dataUpdatedAt],
  );
  return { view, isReading: isFetching, read: refetch };
}
