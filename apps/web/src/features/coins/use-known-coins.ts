import type { Coin } from '#wire/wallet/coin';
import { useCoinsView } from './use-coins-view.ts';

const NONE: readonly Coin[] = [];

/** Every coin that the server listed, with its name, chain and price; none until then. */
export function useKnownCoins(): readonly Coin[] {
  const { view } = useCoinsView('public');
  return view.at === 'ready' ? view.coins : NONE;
}
