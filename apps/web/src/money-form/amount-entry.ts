import { type BaseUnits, digitsToBaseUnits, smallerUnits } from '#domain/amount/base-units';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import {
  type AmountProblem,
  displayToPayableUnits,
  sentenceByAmountProblem,
} from '#domain/amount/display-to-base-units';
import type { Coin } from '#wire/wallet/coin';

/** The content of the amount field: typed text, or MAX, whose amount may change. */
export type AmountEntry =
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'max' };

/** The parsed amount field. */
export interface ParsedAmount {
  /** The text shown in the field. */
  readonly text: string;
  /** The amount to pay; null unless the text is a payable amount. */
  readonly units: BaseUnits | null;
  /** The message below the field; null when there is none. */
  readonly problem: string | null;
}

/** The part of a quote that limits the amount. */
interface QuotedMaximum {
  /** Base units, digits only. */
  readonly maxAmount: string;
}

/**
 * The maximum amount of a coin that can be paid now.
 * @returns null while unknown: the native coin must also cover the fee, which comes with the quote.
 */
export function maxPayable(coin: Coin, quote: QuotedMaximum | null): BaseUnits | null {
  const available = digitsToBaseUnits(coin.availableBaseUnits);
  if (quote === null) return coin.isNative ? null : available;
  return smallerUnits(digitsToBaseUnits(quote.maxAmount), available);
}

/** Parses the amount field exactly and checks it against the maximum. `max` uses the base units, never the text. */
export function readAmount(
  entry: AmountEntry,
  coin: Coin,
  quote: QuotedMaximum | null,
): ParsedAmount {
  const most = maxPayable(coin, quote);
  if (entry.kind === 'max') return readMax(most, coin.decimals);
  const limit = most ?? digitsToBaseUnits(coin.availableBaseUnits);
  const parsed = displayToPayableUnits(entry.text, coin.decimals, limit);
  if (parsed.ok) return { text: entry.text, units: parsed.units, problem: null };
  return { text: entry.text, units: null, problem: sentenceOf(parsed.problem) };
}

function readMax(most: BaseUnits | null, decimals: number): ParsedAmount {
  if (most === null) return { text: '', units: null, problem: null };
  if (most === 0n)
    return { text: '0', units: null, problem: sentenceByAmountProblem['above-balance'] };
  return { text: baseUnitsToDisplay(most, decimals), units: most, problem: null };
}

/** An empty field shows no error; the button stays disabled instead. */
function sentenceOf(problem: AmountProblem): string | null {
  return problem === 'empty' ? null : sentenceByAmountProblem[problem];
}
