import { type BaseUnits, divideUnits, toBaseUnits } from '../amount/base-units.ts';
import { feeCeiling, type LadderFees } from '../operation/fee-ladder.ts';

/** Fees rise within 30 days, and an end that moves nothing costs one too. Each may need half as much gas again. */
const HALF_TRANSFERS = 9n;

/**
 * How much of the native coin goes into the wallet of a payment by link, so that whoever empties it pays nothing.
 * @param gas that the transfer into the wallet is given
 * @returns base units of the native coin: what three transfers out of it can cost at most, at the fees of now
 */
export function setAsideFor(gas: bigint, fees: LadderFees): BaseUnits {
  return divideUnits(HALF_TRANSFERS * feeCeiling(gas, fees), 2n, 'up');
}

/** As for public ones: fees rise, and an end that moves nothing may cost one too. */
const ENDS = 3n;
const KEPT_DIGITS = 2;

/**
 * How much of the token itself goes into the private wallet of a payment by link, so that whoever empties it pays
 * nothing. It is rounded up to two digits, so that it stays the same while prices hardly move.
 * @param broadcasterFee of a private payment now, base units of the token; 0 where it is free
 * @returns base units of the token
 */
export function privateSetAsideFor(broadcasterFee: BaseUnits): BaseUnits {
  const whole = ENDS * broadcasterFee;
  const step = 10n ** BigInt(Math.max(0, whole.toString().length - KEPT_DIGITS));
  return toBaseUnits(((whole + step - 1n) / step) * step);
}
