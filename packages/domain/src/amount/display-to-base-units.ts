import { type BaseUnits, MAX_BASE_UNITS, toBaseUnits } from './base-units.ts';

/** Everything that can be wrong with an amount that a user typed. */
const AMOUNT_PROBLEMS = [
  'empty',
  'negative',
  'not-a-number',
  'too-many-decimals',
  'too-large',
  'zero',
  'above-balance',
] as const;

export type AmountProblem = (typeof AMOUNT_PROBLEMS)[number];

/** The sentence a user reads, by problem (specification §5). */
export const sentenceByAmountProblem: Readonly<Record<AmountProblem, string>> = {
  empty: 'Enter an amount',
  negative: 'Amount cannot be negative',
  'not-a-number': 'Enter the amount as a number, like 12.5',
  'too-many-decimals': 'This token doesn’t have that many decimal places',
  'too-large': 'This amount is too large',
  zero: 'Enter an amount greater than zero',
  'above-balance': 'Amount exceeds available balance',
};

export type ParsedDisplayAmount =
  | { readonly ok: true; readonly units: BaseUnits }
  | { readonly ok: false; readonly problem: AmountProblem };

const PLAIN = /^(0|[1-9][0-9]{0,59})(?:\.([0-9]+))?$/;
const NEGATIVE = /^-[0-9]+(?:\.[0-9]+)?$/;

/**
 * Reads a display amount exactly: digits, at most one point, no sign, exponent, blank or leading zero.
 * Never rounds: a decimal more than the token has is a problem, not a smaller amount.
 * @returns base units of a token with `decimals` decimals (0 is an amount here), or what is wrong with the text.
 */
export function displayToBaseUnits(text: string, decimals: number): ParsedDisplayAmount {
  if (text === '') return { ok: false, problem: 'empty' };
  if (NEGATIVE.test(text)) return { ok: false, problem: 'negative' };
  const match = PLAIN.exec(text);
  if (match === null) return { ok: false, problem: 'not-a-number' };
  const whole = match[1] ?? '';
  const fraction = match[2] ?? '';
  if (fraction.length > decimals) return { ok: false, problem: 'too-many-decimals' };
  const units = BigInt(whole + fraction.padEnd(decimals, '0'));
  if (units > MAX_BASE_UNITS) return { ok: false, problem: 'too-large' };
  return { ok: true, units: toBaseUnits(units) };
}

/** @returns what is wrong with paying this amount from a balance; null when it is above zero and not above `available` */
export function payableProblem(
  units: BaseUnits,
  available: BaseUnits,
): 'zero' | 'above-balance' | null {
  if (units === 0n) return 'zero';
  return units > available ? 'above-balance' : null;
}
