import { useMemo } from 'react';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { useCoins } from './api/coins.ts';
import { usePrivateCoins } from './api/private-coins.ts';
import type { CoinsView } from './coins-view.ts';
import { useViewsOf } from './use-coins-view.ts';

/** Each balance as a screen shows it. */
export type BothBalances = Readonly<Record<WalletMode, CoinsView>>;

/**
 * Both balances, for their total. The one whose coins are listed is read as often as its list; the other one less
 * often, and whenever an operation starts or ends.
 */
export function useBothBalances(listed: WalletMode): BothBalances {
  const open = useCoins(true, listed !== 'public');
  const shielded = usePrivateCoins(true, listed !== 'private');
  const { openView, shieldedView } = useViewsOf(open, shielded);
  return useMemo(() => ({ public: openView, private: shieldedView }), [openView, shieldedView]);
}
