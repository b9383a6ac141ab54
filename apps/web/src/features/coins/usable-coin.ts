import type { Coin } from '#wire/wallet/coin';
import type { CoinsView } from './coins-view.ts';

/**
 * The coin that a button without a coin begins with.
 * @returns the first with something to spend whose chain responds; null while there is none, or what would have to
 * respond does not.
 */
export function firstUsable(
  view: CoinsView,
  isFitting: (coin: Coin) => boolean = () => true,
): Coin | null {
  if (view.at !== 'ready') return null;
  const { coins, staleness } = view;
  if (staleness && staleness.silent !== 'chains') return null;
  const isUsable = (coin: Coin) => coin.availableBaseUnits !== '0' && !coin.isStale;
  return coins.find((coin) => isUsable(coin) && isFitting(coin)) ?? null;
}
