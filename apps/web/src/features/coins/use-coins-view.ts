import { useMemo } from 'react';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { useCoins } from './api/coins.ts';
import { usePrivateCoins } from './api/private-coins.ts';
import { type CoinsView, coinsView, privateCoinsView } from './coins-view.ts';

interface FollowedCoins {
  readonly view: CoinsView;
  /** A read is in progress. */
  readonly isReading: boolean;
  readonly read: () => void;
}

/** The balances of a mode as a screen shows them, shared by every part of the page. */
export function useCoinsView(mode: WalletMode): FollowedCoins {
  const open = useCoins(mode === 'public');
  const shielded = usePrivateCoins(mode === 'private');
  const { openView, shieldedView } = useViewsOf(open, shielded);
  const { isFetching, refetch } = mode === 'public' ? open : shielded;
  return {
    view: mode === 'public' ? openView : shieldedView,
    isReading: isFetching,
    read: refetch,
  };
}

/** @returns both responses as a screen shows them, the same objects while nothing changed */
export function useViewsOf(
  open: ReturnType<typeof useCoins>,
  shielded: ReturnType<typeof usePrivateCoins>,
) {
  const openView = useMemo(
    () => coinsView({ data: open.data, error: open.error, dataUpdatedAt: open.dataUpdatedAt }),
    [open.data, open.error, open.dataUpdatedAt],
  );
  const shieldedView = useMemo(
    () =>
      privateCoinsView({
        data: shielded.data,
        error: shielded.error,
        dataUpdatedAt: shielded.dataUpdatedAt,
      }),
    [shielded.data, shielded.error, shielded.dataUpdatedAt],
  );
  return { openView, shieldedView };
}
