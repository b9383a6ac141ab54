import { digitsToBaseUnits } from '#domain/amount/base-units';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { USD_DECIMALS, usdToBaseUnits } from '#domain/price/value-in-usd';
import type { Coin } from '#wire/wallet/coin';
import type { AmountEntry } from '../../money-form/amount-entry.ts';

/** Worth trying it with, and no more than anyone would mind. */
const FIRST_USD = 5n * 10n ** BigInt(USD_DECIMALS);
/** A figure that is read at a glance: 5 USDC, 12 POL. */
const FIGURES = 2;
/** The part of a native coin that is left for the network fee: one tenth. */
const FEE_SHARE = 10n;

/** @returns what a first shield starts with: a round figure worth about 5 dollars, or all there is when it's less */
export function firstAmount(coin: Coin): AmountEntry {
  const about = coin.price.price === null ? null : aboutFiveDollars(coin, coin.price.price);
  const available = BigInt(coin.availableBaseUnits);
  const spendable = coin.isNative ? available - available / FEE_SHARE : available;
  if (about === null || about === 0n || about > spendable) return { kind: 'max' };
  const units = digitsToBaseUnits(about.toString());
  const text = baseUnitsToDisplay(units, coin.decimals);
  return { kind: 'typed', text, unit: 'coin', exact: { tokenId: coin.id, units } };
}

/** @returns base units, to the nearest figure of two digits; null when the price is 0 */
function aboutFiveDollars({ decimals }: Coin, price: number): bigint | null {
  const exact = usdToBaseUnits(FIRST_USD, decimals, price);
  if (exact === null) return null;
  const step = 10n ** BigInt(Math.max(0, exact.toString().length - FIGURES));
  return ((exact + step / 2n) / step) * step;
}
