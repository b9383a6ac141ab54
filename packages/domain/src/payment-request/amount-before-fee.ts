import {
  addUnits,
  type BaseUnits,
  divideUnits,
  subtractUnits,
  toBaseUnits,
  ZERO_UNITS,
} from '../amount/base-units.ts';

const BPS_PER_WHOLE = 10_000n;
const ONE_UNIT = toBaseUnits(1n);

/**
 * What has to leave a private balance so that an amount arrives at a public address. The pool keeps its fee, rounded
 * down, of what leaves.
 * @param feeBps the pool's fee on what leaves it, basis points below 10,000
 * @returns the smallest amount, base units, of which exactly `arriving` is left; zero for zero
 */
export function amountBeforeFee(arriving: BaseUnits, feeBps: bigint): BaseUnits {
  if (feeBps < 0n || feeBps >= BPS_PER_WHOLE) {
    throw new RangeError(`A fee of ${feeBps} basis points leaves nothing to arrive.`);
  }
  if (arriving === ZERO_UNITS) return ZERO_UNITS;
  // Of one unit more than this at least `arriving` is left, of this itself less.
  const tooLittle = subtractUnits(arriving, ONE_UNIT) * BPS_PER_WHOLE;
  return addUnits(divideUnits(tooLittle, BPS_PER_WHOLE - feeBps, 'down'), ONE_UNIT);
}
