import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import type { ClaimQuote } from '../../claims/api/quote-claim.ts';
import { unitsText } from '../../money-form/amount-text.ts';
import { feeProblemOf } from './fee-problem.ts';

interface PaidByLink {
  readonly coin: Coin;
  /** All public balances. */
  readonly coins: readonly Coin[];
  readonly units: bigint;
  /** Null while it isn't known. */
  readonly quote: ClaimQuote | null;
}

/**
 * A link costs more than a plain payment, because the fee of the claim is set aside as well.
 * @returns why an amount that could be paid can't be paid by link, as a sentence; null when it can, or isn't known to
 */
export function linkProblemOf({ coin, coins, units, quote }: PaidByLink): string | null {
  if (quote === null) return null;
  const most = BigInt(quote.maxAmount);
  if (coin.isNative && units > most) {
    return t(
      'The most you can send by link is {amount}, because the fee for claiming is set aside.',
      { amount: unitsText(most, coin) },
    );
  }
  return feeProblemOf(coin, coins, quote);
}
