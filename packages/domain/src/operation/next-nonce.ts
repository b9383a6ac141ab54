/** What determines the nonce of a new operation, all read under the account's lock. */
export interface NonceState {
  /** One above the highest nonce that was ever assigned. */
  readonly nextRecorded: number;
  /** The account's next nonce at the chain's latest block. */
  readonly nextOnChain: number;
  /**
   * Lowest nonce among the open operations that were signed longer than `GAP_AFTER_MS` ago; null when there is none.
   */
  readonly longestWaiting: number | null;
  /** True when one of our operations ever had the nonce `nextOnChain`. */
  readonly isNextOnChainOurs: boolean;
}

/** The whole ladder was sent a while ago: what is still pending waits for a lower nonce, not for a fee. */
export const GAP_AFTER_MS = 120_000;

type GapState = Omit<NonceState, 'nextRecorded'>;

/** The most nonces below a waiting operation that are filled unasked: each costs its owner a network fee. */
const MOST_FILLED = 10;

/**
 * The nonce that an account's operations wait for because none of them has it.
 * @returns null while the chain is at a nonce of ours, and while nothing has waited long enough to be sure.
 */
function nonceGap({ nextOnChain, longestWaiting, isNextOnChainOurs }: GapState): number | null {
  const isGap = longestWaiting !== null && nextOnChain < longestWaiting && !isNextOnChainOurs;
  return isGap ? nextOnChain : null;
}

/**
 * The nonce of a transaction that does nothing but fill a nonce gap.
 * @returns null where there is no gap, and where it is so wide that only a wrong count explains it.
 */
export function nonceToFill(state: GapState): number | null {
  const gap = nonceGap(state);
  const isNarrow = (state.longestWaiting ?? 0) - state.nextOnChain <= MOST_FILLED;
  return isNarrow ? gap : null;
}

/**
 * The nonce of a new operation: the next one stored or the next one on the chain, whichever is higher.
 * When a foreign transaction below ours was mined, counted and then orphaned with its block, ours can never be
 * mined; the new operation fills the gap so that ours can follow.
 * @returns the nonce; never one that an operation of ours has had.
 */
export function nextNonce(state: NonceState): number {
  return nonceGap(state) ?? Math.max(state.nextRecorded, state.nextOnChain);
}

/**
 * The nonces of a payment that needs an approval first. Where the approval fills a gap, the next nonce may already
 * be ours, and the payment goes after everything.
 * @returns both, the approval's lower.
 */
export function nextNonces(state: NonceState): {
  readonly approval: number;
  readonly payment: number;
} {
  const approval = nextNonce(state);
  return { approval, payment: Math.max(approval + 1, state.nextRecorded) };
}

/** @returns the state for a payment that must not come before any that waits, and so fills no gap */
export function afterAll(state: NonceState): NonceState {
  return { ...state, longestWaiting: null };
}

/** The transactions that have to be signed with a payment, before it. */
export interface TransactionsBefore {
  readonly needsApproval: boolean;
  /** True when the approval needs a leftover allowance to be set to zero first. */
  readonly needsReset?: boolean;
}

/** @returns the nonces of a payment and of what is before it, rising; null for what is not needed. */
export function noncesFor(
  state: NonceState,
  { needsApproval, needsReset = false }: TransactionsBefore,
): {
  readonly reset: number | null;
  readonly approval: number | null;
  readonly payment: number;
} {
  if (!needsApproval) return { reset: null, approval: null, payment: nextNonce(state) };
  const { approval: first, payment: second } = nextNonces(state);
  return needsReset
    ? { reset: first, approval: second, payment: second + 1 }
    : { reset: null, approval: first, payment: second };
}
