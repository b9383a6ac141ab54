/** What decides the nonce of a new operation, all read under the account's lock. */
export interface NonceState {
  /** One above the highest nonce that was ever given. */
  readonly nextRecorded: number;
  /** The account's next nonce at the chain's latest block. */
  readonly nextOnChain: number;
  /**
   * Lowest nonce among the open operations that were signed longer than `GAP_AFTER_MS` ago; null when there is none.
   */
  readonly longestWaiting: number | null;
  /** True when an operation of ours ever had the nonce `nextOnChain`. */
  readonly isNextOnChainOurs: boolean;
}

/** The whole ladder was out for a while: what waits now waits for a nonce below, not for a fee. */
export const GAP_AFTER_MS = 120_000;

/**
 * The nonce of a new operation: the next in the book or on the chain, whichever is higher.
 * When a foreign transaction below ours was mined, counted and then given up with its block, ours can never be
 * mined; the new operation takes the empty place and lets them follow.
 * @returns the nonce; never one that an operation of ours had.
 */
export function nextNonce(state: NonceState): number {
  const { nextRecorded, nextOnChain, longestWaiting, isNextOnChainOurs } = state;
  const isGap = longestWaiting !== null && nextOnChain < longestWaiting && !isNextOnChainOurs;
  return isGap ? nextOnChain : Math.max(nextRecorded, nextOnChain);
}

/**
 * The nonces of a payment that needs an approval before it. Where the approval fills an empty place, the next
 * nonce may be ours already, and the payment goes behind everything.
 * @returns both, the approval's lower.
 */
export function nextNonces(state: NonceState): {
  readonly approval: number;
  readonly payment: number;
} {
  const approval = nextNonce(state);
  return { approval, payment: Math.max(approval + 1, state.nextRecorded) };
}
