import {
  type FollowedOperation,
  isOpen,
  isPrivateTransaction,
  isSent,
  type Operation,
  type SentOperation,
  type SignedOperation,
} from './operation.ts';

/** How long a replaced operation is checked again: a chain can drop even blocks that it called final. */
export const RECHECK_REPLACED_FOR_MS = 24 * 60 * 60_000;

/** True while a worker has to look at it. */
export function isFollowed(operation: Operation, now: Date): operation is FollowedOperation {
  if (operation.status !== 'replaced') return isOpen(operation);
  return now.getTime() - operation.endedAt.getTime() < RECHECK_REPLACED_FOR_MS;
}

/** How long a signed operation may wait for a block; then it is cancelled. */
export const EXPIRES_AFTER_MS = 24 * 60 * 60_000;

/** @returns the moment from which on no rung of a signed operation is sent any more. */
export function expiresAt({ signing }: SignedOperation): Date {
  return new Date(signing.signedAt.getTime() + EXPIRES_AFTER_MS);
}

/** True from the moment on at which no rung of a signed operation is sent any more. */
export function isExpired(operation: SignedOperation, now: Date): boolean {
  return now >= expiresAt(operation);
}

/** More than any surge of fees takes at 30 % each, and every one of them is looked for and sent again. */
const MOST_RUNGS = 50;

/**
 * Whether more may be signed for the nonce of an operation: the broadcaster sends it, no block is known to have it, and
 * everything that was signed was tried: the rungs or, while it is to be cancelled, the cancellation.
 */
export function canBeRepriced(operation: Operation, now: Date): operation is SentOperation {
  if (!isSent(operation) || !isPrivateTransaction(operation)) return false;
  const { signing, sending } = operation;
  const { cancelRequest, lastTriedAt, rungsTried } = sending;
  if (cancelRequest !== null) return lastTriedAt !== null && lastTriedAt > cancelRequest.at;
  const { length } = signing.ladder;
  return rungsTried >= length && length < MOST_RUNGS && !isExpired(operation, now);
}

/** True from its user's request to speed it up until the rung was tried, or the operation is to be cancelled. */
export function isSpeedingUp(operation: Operation): boolean {
  if (!isSent(operation) || operation.sending.cancelRequest !== null) return false;
  // A re-priced private payment has a rung that is to be tried now, and no user requested it.
  if (isPrivateTransaction(operation)) return false;
  return operation.sending.leastRungs > operation.sending.rungsTried;
}
