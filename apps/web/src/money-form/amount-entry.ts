import { type BaseUnits, digitsToBaseUnits, smallerUnits } from '#domain/amount/base-units';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import {
  type AmountProblem,
  displayToPayableUnits,
  sentenceByAmountProblem,
} from '#domain/amount/display-to-base-units';
import type { Coin } from '#wire/wallet/coin';

/** The content of the amount field: text, or MAX, whatever the maximum turns out to be. */
export type AmountEntry =
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'max' };

/** What the amount field comes to. */
export interface ReadAmount {
  /** What is shown in the field. */
  readonly text: string;
  /** What would be paid; null while the text is not a payable amount. */
  readonly units: BaseUnits | null;
  /** The sentence below the field; null while there is nothing to say. */
  readonly problem: string | null;
}

/** Of a quote, what bounds the amount. */
interface QuotedMost {
  /** Base units, digits only. */
  readonly maxAmount: string;
}

/**
 * The most of a coin that can be paid now.
 * @returns null while that is not known: the native coin must leave the fee, which the quote says.
 */
export function mostPayable(coin: Coin, quote: QuotedMost | null): BaseUnits | null {
  const available = digitsToBaseUnits(coin.availableBaseUnits);
  if (quote === null) return coin.isNative ? null : available;
  return smallerUnits(digitsToBaseUnits(quote.maxAmount), available);
}

/** Reads the amount field by the exact grammar and against what can be paid; `max` goes by the units, never by the text. */
export function readAmount(entry: AmountEntry, coin: Coin, quote: QuotedMost | null): ReadAmount {
  const most = mostPayable(coin, quote);
  if (entry.kind === 'max') return readMax(most, coin.decimals);
  const limit = most ?? digitsToBaseUnits(coin.availableBaseUnits);
  const parsed = displayToPayableUnits(entry.text, coin.decimals, limit);
  if (parsed.ok) return { text: entry.text, units: parsed.units, problem: null };
  return { text: entry.text, units: null, problem: sentenceOf(parsed.problem) };
}

function readMax(most: BaseUnits | null, decimals: number): ReadAmount {
  if (most === null) return { text: '', units: null, problem: null };
  if (most === 0n)
    return { text: '0', units: null, problem: sentenceByAmountProblem['above-balance'] };
  return { text: baseUnitsToDisplay(most, decimals), units: most, problem: null };
}

/** An empty field needs no reproach; the button waits. */
function sentenceOf(problem: AmountProblem): string | null {
  return problem === 'empty' ? null : sentenceByAmountProblem[problem];
}
