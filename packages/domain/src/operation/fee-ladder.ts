import { type BaseUnits, bpsOfUnits, gasCost } from '../amount/base-units.ts';

/** Fees per unit of gas, base units of the native coin. */
export interface FeesPerGas {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** The rungs in percent of the current fees. Nodes require at least 10 % more to replace a pending transaction. */
const RUNGS_PERCENT = [100n, 130n, 200n] as const;

/** How long after the first try each rung is taken, in milliseconds. */
export const RUNG_AFTER_MS = [0, 30_000, 90_000] as const;

/**
 * Fees of all rungs of the ladder, which are signed together for one nonce.
 * @returns three fees, cheapest first, each rounded up.
 */
export function feeLadder(fees: FeesPerGas): readonly FeesPerGas[] {
  return RUNGS_PERCENT.map((percent) => ({
    maxFeePerGas: percentUp(fees.maxFeePerGas, percent),
    maxPriorityFeePerGas: percentUp(fees.maxPriorityFeePerGas, percent),
  }));
}

/**
 * The highest fee that the network can charge for a transaction, whichever rung is mined.
 * @returns base units of the native coin; this much is held while the operation is open.
 */
export function feeCeiling(gas: bigint, fees: FeesPerGas): BaseUnits {
  const dearest = RUNGS_PERCENT[RUNGS_PERCENT.length - 1] ?? 100n;
  return gasCost(gas, percentUp(fees.maxFeePerGas, dearest));
}

/** Fees change between a quote and its confirmation: MAX reserves a quarter more than the ceiling. */
const RESERVE_BPS = 12_500n;

/** @returns what MAX of the native coin reserves for the fee, base units, rounded up. */
export function feeReserve(ceiling: BaseUnits): BaseUnits {
  return bpsOfUnits(ceiling, RESERVE_BPS, 'up');
}

/** @returns index of the highest rung that may be tried this long after the first try. */
export function rungAt(msSinceFirstTry: number): number {
  return Math.max(
    0,
    RUNG_AFTER_MS.findLastIndex((afterMs) => msSinceFirstTry >= afterMs),
  );
}

function percentUp(value: bigint, percent: bigint): bigint {
  return (value * percent + 99n) / 100n;
}
