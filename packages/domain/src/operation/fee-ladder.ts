import { type BaseUnits, bpsOfUnits, gasCost } from '../amount/base-units.ts';

/** Fees per unit of gas, base units of the native coin. */
export interface FeesPerGas {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** What a ladder is made from. */
export interface LadderFees extends FeesPerGas {
  /** The most that nodes accept as the fee of one transaction, base units of the native coin. */
  readonly feeCap: bigint;
}

/** The rungs in percent of the current fees. Nodes require at least 10 % more to replace a pending transaction. */
const RUNGS_PERCENT = [100n, 130n, 200n, 400n, 800n] as const;

/** How long after the first try each rung is taken, in milliseconds. */
const RUNG_AFTER_MS = [0, 30_000, 90_000, 180_000, 300_000] as const;

/** How many rungs every operation has; the ones above are signed only where they hold back no other payment. */
export const USUAL_RUNGS = 3;

/** How many rungs a ladder has at most. */
export const MOST_RUNGS = RUNGS_PERCENT.length;

/** The rungs above the usual ones may hold at most this part of what the account has. */
const SPARE_PART = 4n;

/**
 * Fees of the rungs of the ladder, which are signed together for one nonce.
 * @param gas of all transactions that pay these fees
 * @returns as many fees as there are rungs, cheapest first, each rounded up; fewer where the cap leaves no room for
 *   one that could replace the one before.
 */
export function feeLadder(
  gas: bigint,
  fees: LadderFees,
  rungs = USUAL_RUNGS,
): readonly FeesPerGas[] {
  const most = gas > 0n ? fees.feeCap / gas : fees.feeCap;
  const ladder: FeesPerGas[] = [];
  for (const percent of RUNGS_PERCENT.slice(0, rungs)) {
    const maxFeePerGas = smaller(percentUp(fees.maxFeePerGas, percent), most);
    const before = ladder.at(-1);
    if (before !== undefined && maxFeePerGas * 10n < before.maxFeePerGas * 11n) break;
    const tip = percentUp(fees.maxPriorityFeePerGas, percent);
    ladder.push({ maxFeePerGas, maxPriorityFeePerGas: smaller(tip, maxFeePerGas) });
  }
  return ladder;
}

/**
 * The highest fee that the network can charge, whichever rung is mined.
 * @returns base units of the native coin; this much is held while the operation is open.
 */
export function feeCeiling(gas: bigint, fees: LadderFees, rungs = USUAL_RUNGS): BaseUnits {
  return gasCost(gas, feeLadder(gas, fees, rungs).at(-1)?.maxFeePerGas ?? 0n);
}

/**
 * Whether nodes would refuse even what the network charges now. The cap counts the limit of gas, not what is used.
 * @param fees as set for a transaction now: twice the base fee plus the tip
 */
export function exceedsFeeCap(gas: bigint, fees: LadderFees): boolean {
  return gas * (fees.maxFeePerGas + fees.maxPriorityFeePerGas) > 2n * fees.feeCap;
}

/** The gas of a transaction without a value and without data to an account that has no code. */
export const CANCELLATION_GAS = 21_000n;

/** Of the highest rung: enough to replace whichever rung a node has. */
const CANCELLATION_PERCENT = 130n;

/**
 * Fees of the transaction that uses the nonce of a ladder in its place.
 * @param top of the highest rung of that ladder
 * @param gas of that transaction
 * @returns 130 % of the highest rung, rounded up, as far as the cap leaves room for it
 */
export function cancellationFees(
  top: FeesPerGas,
  feeCap: bigint,
  gas = CANCELLATION_GAS,
): FeesPerGas {
  const most = feeCap / gas;
  const maxFeePerGas = smaller(percentUp(top.maxFeePerGas, CANCELLATION_PERCENT), most);
  const tip = percentUp(top.maxPriorityFeePerGas, CANCELLATION_PERCENT);
  return { maxFeePerGas, maxPriorityFeePerGas: smaller(tip, maxFeePerGas) };
}

/** Of the highest rung: enough to replace it, and few rungs even where fees rise without end. */
const MORE_PERCENT = 130n;

/** What the network charges when one more transaction is signed for a nonce. */
export interface HigherPrice {
  /** Of the transaction. */
  readonly gas: bigint;
  /** Of a transaction signed now. */
  readonly fees: LadderFees;
  /** What the network charges now, base units of the native coin for one gas. */
  readonly pricePerGas: bigint;
}

/**
 * Fees of one more transaction for a nonce, because the network charges more than the dearest one pays.
 * @param top of the dearest one
 * @returns the fees of the moment, at least 130 % of `top`, as far as the cap leaves room for them; null when it
 *   leaves none for what the network charges, or for 10 % more than `top`, without which no node replaces it
 */
export function feesAbove(
  top: FeesPerGas,
  { gas, fees, pricePerGas }: HigherPrice,
): FeesPerGas | null {
  const most = fees.feeCap / gas;
  const wanted = larger(fees.maxFeePerGas, percentUp(top.maxFeePerGas, MORE_PERCENT));
  const maxFeePerGas = smaller(wanted, most);
  if (maxFeePerGas < pricePerGas || maxFeePerGas * 10n < top.maxFeePerGas * 11n) return null;
  const tip = larger(fees.maxPriorityFeePerGas, percentUp(top.maxPriorityFeePerGas, MORE_PERCENT));
  return { maxFeePerGas, maxPriorityFeePerGas: smaller(tip, maxFeePerGas) };
}

/** @returns how many rungs an account signs that has this much of the native coin besides the payment */
export function affordableRungs(gas: bigint, fees: LadderFees, available: bigint): number {
  let rungs = USUAL_RUNGS;
  while (rungs < MOST_RUNGS && feeCeiling(gas, fees, rungs + 1) * SPARE_PART <= available) {
    rungs += 1;
  }
  return rungs;
}

/** Fees change between a quote and its confirmation: MAX reserves a quarter more than the ceiling. */
const RESERVE_BPS = 12_500n;

/** @returns what MAX of the native coin reserves for the fee, base units, rounded up. */
export function feeReserve(ceiling: BaseUnits): BaseUnits {
  return bpsOfUnits(ceiling, RESERVE_BPS, 'up');
}

/** @returns index of the highest rung of a ladder that may be tried this long after the first try. */
export function rungAt(msSinceFirstTry: number, rungs: number): number {
  const due = RUNG_AFTER_MS.findLastIndex((afterMs) => msSinceFirstTry >= afterMs);
  return Math.min(Math.max(0, due), rungs - 1);
}

/** @returns how long after the first try a rung is taken, in milliseconds; null for one that no ladder has. */
export function rungAfterMs(rung: number): number | null {
  return RUNG_AFTER_MS[rung] ?? null;
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function percentUp(value: bigint, percent: bigint): bigint {
  return (value * percent + 99n) / 100n;
}
