import type { OperationStatus } from '../operation/operation.ts';
import { isWithoutEffect } from '../operation/outcome.ts';
import type { ClaimState, ClaimTerms } from './claim.ts';

/** What happened to a claim since it was made. */
export interface ClaimRecord {
  /** Of the operation that sets the money aside. */
  readonly funding: OperationStatus;
  /** The operation that was last stored to move the money on; null while there was none. */
  readonly end: { readonly status: OperationStatus; readonly isReturn: boolean } | null;
}

/** Whether an operation keeps others from moving the same money: while it may move it, and forever once it did. */
export function keepsClaim(status: OperationStatus): boolean {
  return !isWithoutEffect({ status });
}

/** What became of a claim: what an operation did is a fact and counts before the time. */
export function claimState(
  { expiresAt }: Pick<ClaimTerms, 'expiresAt'>,
  { funding, end }: ClaimRecord,
  now: Date,
): ClaimState {
  if (end !== null && keepsClaim(end.status)) {
    const isDone = end.status === 'confirmed';
    if (end.isReturn) return isDone ? 'returned' : 'returning';
    return isDone ? 'claimed' : 'claiming';
  }
  if (isWithoutEffect({ status: funding })) return 'failed';
  if (funding !== 'mined' && funding !== 'confirmed') return 'sending';
  return expiresAt <= now ? 'expired' : 'waiting';
}
