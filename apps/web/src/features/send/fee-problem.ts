import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import { costText } from '../../money-form/fee-text.ts';
import type { Quote } from './fee-row.tsx';

/**
 * A token payment pays its fee in the native coin of the same chain.
 * @param coins all public balances
 * @returns what is missing for the fee, as a sentence; null while the fee isn't known
 */
export function feeProblemOf(
  coin: Coin,
  coins: readonly Coin[],
  quote: Quote | null,
): string | null {
  const native = coins.find((one) => one.isNative && one.chainId === coin.chainId);
  if (!quote || coin.isNative || !native) return null;
  const needed = BigInt(quote.feeCeiling);
  if (BigInt(native.availableBaseUnits) >= needed) return null;
  return t('You need {cost} {feeSymbol} for the network fee.', {
    cost: costText(needed, quote.feeDecimals),
    feeSymbol: quote.feeSymbol,
  });
}
