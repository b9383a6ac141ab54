import { type BaseUnits, divideUnits } from '../amount/base-units.ts';
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
