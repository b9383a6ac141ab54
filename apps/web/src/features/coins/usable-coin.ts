import type { Coin } from '#wire/wallet/coin';
import type { CoinsView } from './coins-view.ts';

/**
 * The default coin of an action that was not started from a coin row.
 * @returns the first coin with a spendable balance whose chain responds; null when there is none, or when the server
 * or the private pool does not respond.
 */
export function firstUsable(
  view: CoinsView,
  isFitting: (coin: Coin) => boolean = () => true,
): Coin | null {
  if (view.at !== 'ready') return null;
  const { coins, staleness } = view;
  if (staleness && staleness.unreachable !== 'chains') return null;
  const isUsable = (coin: Coin) => coin.availableBaseUnits !== '0' && !coin.isStale;
  return coins.find((coin) => isUsable(coin) && isFitting(coin)) ?? null;
}
