import type { Coin } from '#wire/wallet/coin';
import { useCoinsView } from './use-coins-view.ts';

const NONE: readonly Coin[] = [];

/** Every coin that the server lists, with name, chain and price; empty until it has responded. */
export function useKnownCoins(): readonly Coin[] {
  const { view } = useCoinsView('public');
  return view.at === 'ready' ? view.coins : NONE;
}
