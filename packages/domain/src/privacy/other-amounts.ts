import { amountReasons, type OwnShield } from './forecast.ts';

/** An amount within the pool, and how many different users moved exactly that. */
export interface CommonAmount {
  /** Base units. */
  readonly amount: bigint;
  readonly users: number;
}

/** The input of the search for other amounts. */
export interface AmountRequest {
  /** Base units planned to leave the pool, protocol fee included. */
  readonly leaves: bigint;
  /** The pool's fee on what leaves it. */
  readonly feeBps: bigint;
  /** Own shields of the token, oldest first. */
  readonly shields: readonly OwnShield[];
  /** Amounts of others' shields of this token, with the fee and without it, base units. */
  readonly othersShielded: readonly bigint[];
  /** What others moved of this token. */
  readonly common: readonly CommonAmount[];
}

/** The most that are offered. */
const MOST = 3;
/** Fewer users than this do not hide another one. */
const ENOUGH_USERS = 3;
const BASIS_POINTS = 10_000n;
/** The multiples that an amount is rounded down to, in tenths of the place of its leading digit. */
const STEPS_IN_TENTHS = [1n, 5n, 10n];
const TENTHS = 10n;

/**
 * Finds amounts near a planned one that reveal less: amounts that many others moved, otherwise round amounts that
 * match no shield and no sum of shields. Never more than planned, because the balance is unknown here.
 * @returns at most three, base units that leave the pool, nearest first
 */
export function otherAmounts(request: AmountRequest): readonly bigint[] {
  const popular = request.common
    .filter(({ users }) => users >= ENOUGH_USERS)
    .toSorted((left, right) => right.users - left.users)
    .map(({ amount }) => amount);
  const found = new Set<bigint>();
  for (const amount of [...popular, ...roundAmounts(request.leaves)]) {
    if (found.size === MOST) break;
    if (isNear(amount, request.leaves) && revealsNothing(amount, request)) found.add(amount);
  }
  return [...found].toSorted((left, right) => (left > right ? -1 : 1));
}

/** The steps are coarse, because an approximate comparison would still match a nearby amount. */
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

function revealsNothing(
  leaves: bigint,
  { feeBps, shields, othersShielded }: AmountRequest,
): boolean {
  const received = leaves - (leaves * feeBps) / BASIS_POINTS;
  return amountReasons({ leaves, received }, shields, othersShielded).length === 0;
}
