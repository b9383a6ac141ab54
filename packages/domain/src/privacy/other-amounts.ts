import { amountReasons, type OwnShield } from './forecast.ts';

/** An amount as it is counted within the pool, and how many different people moved just that. */
export interface CommonAmount {
  /** Base units. */
  readonly amount: bigint;
  readonly users: number;
}

/** What other amounts are looked for by. */
export interface AmountRequest {
  /** Base units that were to leave the pool, protocol fee included. */
  readonly leaves: bigint;
  /** What the pool keeps of what leaves it. */
  readonly feeBps: bigint;
  /** Own shields of the token, oldest first. */
  readonly shields: readonly OwnShield[];
  /** Amounts of others' shields of this token, with the fee and without it, base units. */
  readonly othersShielded: readonly bigint[];
  /** What others moved of this token. */
  readonly common: readonly CommonAmount[];
}

/** As many as are offered. */
const MOST = 3;
/** Fewer people than these do not hide one more. */
const ENOUGH_USERS = 3;
const BASIS_POINTS = 10_000n;
/** To what multiples an amount is cut, in tenths of the place of its leading digit. */
const STEPS_IN_TENTHS = [1n, 5n, 10n];
const TENTHS = 10n;

/**
 * Finds amounts near a planned one that say less: what many others moved, otherwise round amounts that no shield and
 * no sum of shields gives. Never more than planned, as nobody here knows the balance.
 * @returns at most three, base units that leave the pool, the nearest first
 */
export function otherAmounts(request: AmountRequest): readonly bigint[] {
  const popular = request.common
    .filter(({ users }) => users >= ENOUGH_USERS)
    .toSorted((left, right) => right.users - left.users)
    .map(({ amount }) => amount);
  const found = new Set<bigint>();
  for (const amount of [...popular, ...roundAmounts(request.leaves)]) {
    if (found.size === MOST) break;
    if (isNear(amount, request.leaves) && saysNothing(amount, request)) found.add(amount);
  }
  return [...found].toSorted((left, right) => (left > right ? -1 : 1));
}

/** Somebody who compares roughly is not misled by the next amount: the cuts are coarse. */
function roundAmounts(leaves: bigint): readonly bigint[] {
  const leading = 10n ** BigInt(leaves.toString().length - 1);
  const steps = STEPS_IN_TENTHS.map((tenths) => (leading * tenths) / TENTHS).filter(
    (step) => step > 0n,
  );
  const cuts = steps.map((step) => leaves - (leaves % step));
  return [...cuts, ...cuts.map((cut, index) => cut - (steps[index] as bigint))];
}

/** Less than half would be another payment, not another amount. */
function isNear(amount: bigint, leaves: bigint): boolean {
  return amount > 0n && amount < leaves && amount * 2n >= leaves;
}

function saysNothing(leaves: bigint, { feeBps, shields, othersShielded }: AmountRequest): boolean {
  const received = leaves - (leaves * feeBps) / BASIS_POINTS;
  return amountReasons({ leaves, received }, shields, othersShielded).length === 0;
}
