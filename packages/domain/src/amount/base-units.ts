import type { Brand } from '../brand.ts';

/** An integer count of a token's smallest unit, never negative. */
export type BaseUnits = Brand<bigint, 'BaseUnits'>;

/**
 * How a fraction of a base unit is rounded: what a user pays `up`, what a user owns `down`, and the approximate value
 * beside an exact amount to the `nearest`.
 */
export type Rounding = 'up' | 'down' | 'nearest';

/** The largest amount of an EVM token: 2^256 - 1. */
export const MAX_BASE_UNITS = toBaseUnits(2n ** 256n - 1n);

export const ZERO_UNITS = toBaseUnits(0n);

const BPS_PER_WHOLE = 10_000n;
const DIGITS = /^[0-9]+$/;

/**
 * Converts a count that a node, a contract or the private pool returned to an amount.
 * @throws RangeError for a negative one. For text that a user or a client sent, see `parseBaseUnits`.
 */
export function toBaseUnits(count: bigint): BaseUnits {
  if (count < 0n) throw new RangeError(`An amount is never negative, but ${count} was given.`);
  // The only cast to the brand: everything else in this file goes through here.
  return count as BaseUnits;
}

/**
 * Reads the digits from the database or one of our validated responses.
 * @throws RangeError for anything else, since the writer guarantees digits.
 */
export function digitsToBaseUnits(digits: string): BaseUnits {
  if (!DIGITS.test(digits))
    throw new RangeError('A stored amount contains something other than digits.');
  return toBaseUnits(BigInt(digits));
}

export function addUnits(left: BaseUnits, right: BaseUnits): BaseUnits {
  return toBaseUnits(left + right);
}

/** @throws RangeError when more is subtracted than there is; where that may happen, see `subtractOrZero`. */
export function subtractUnits(from: BaseUnits, taken: BaseUnits): BaseUnits {
  if (taken > from) throw new RangeError(`${taken} is more than ${from}.`);
  return toBaseUnits(from - taken);
}

/** @returns the difference, or zero when as much or more is subtracted than there is. */
export function subtractOrZero(from: BaseUnits, taken: BaseUnits): BaseUnits {
  return taken > from ? ZERO_UNITS : subtractUnits(from, taken);
}

/** @returns the sum, zero for an empty list. */
export function sumUnits(amounts: Iterable<BaseUnits>): BaseUnits {
  let sum = ZERO_UNITS;
  for (const amount of amounts) sum = addUnits(sum, amount);
  return sum;
}

export function smallerUnits(left: BaseUnits, right: BaseUnits): BaseUnits {
  return left < right ? left : right;
}

/** @returns `bps` ten-thousandths of an amount, rounded as given. */
export function bpsOfUnits(amount: BaseUnits, bps: bigint, rounding: Rounding): BaseUnits {
  return divideUnits(amount * bps, BPS_PER_WHOLE, rounding);
}

/**
 * Divides a product of counts, as an amount times a rate, by the rate's denominator.
 * @returns base units, rounded as given. @throws RangeError for a negative result.
 */
export function divideUnits(product: bigint, whole: bigint, rounding: Rounding): BaseUnits {
  if (rounding === 'nearest') return toBaseUnits((2n * product + whole) / (2n * whole));
  const quotient = product / whole;
  const isExact = product % whole === 0n;
  return toBaseUnits(rounding === 'up' && !isExact ? quotient + 1n : quotient);
}

/**
 * The cost of gas.
 * @param pricePerGas base units of the native coin per unit of gas.
 * @returns base units of the native coin, exact.
 */
export function gasCost(gas: bigint, pricePerGas: bigint): BaseUnits {
  return toBaseUnits(gas * pricePerGas);
}
