import type { Coin } from '#wire/wallet/coin';
import type { CoinsView } from './coins-view.ts';
import { coinValueUsd } from './total-balance.ts';
import { firstUsable } from './usable-coin.ts';

/** A balance of fewer whole coins is too little to try something with. */
const ENOUGH_COINS = 1n;
const FIRST_SYMBOL = 'USDC';

/**
 * The coin that a first shield is tried with: USDC, because 5 of it are worth what they say, otherwise the one that is
 * worth the most.
 * @returns null when nothing in the public balance can be made private
 */
export function firstToShield(view: CoinsView): Coin | null {
  if (view.at !== 'ready') return null;
  const usdc = firstUsable(
    view,
    (coin) => coin.isShieldable && coin.symbol === FIRST_SYMBOL && holdsEnough(coin),
  );
  if (usdc !== null) return usdc;
  const byValue = view.coins.toSorted((one, other) => compare(usdOf(other), usdOf(one)));
  return firstUsable({ ...view, coins: byValue }, (coin) => coin.isShieldable);
}

function holdsEnough({ availableBaseUnits, decimals }: Coin): boolean {
  return BigInt(availableBaseUnits) >= ENOUGH_COINS * 10n ** BigInt(decimals);
}

function usdOf(coin: Coin): bigint {
  return coinValueUsd(coin) ?? 0n;
}

function compare(one: bigint, other: bigint): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
