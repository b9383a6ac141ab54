import {
  type CancellationReason,
  isSent,
  type Operation,
  type Rung,
  type SignedNonce,
} from './operation.ts';

/** @returns every cancellation of a nonce, cheapest first: whichever of them a block has, it is the cancellation. */
export function cancellationsOf({
  cancellation,
  earlierCancellations = [],
}: SignedNonce): readonly Rung[] {
  return cancellation === null ? [] : [...earlierCancellations, cancellation];
}

/** True while a signed operation is to be cancelled and no block has decided it. */
export function isCancelling(operation: Operation): boolean {
  return isSent(operation) && operation.sending.cancelRequest !== null;
}

/**
 * @returns why an operation was cancelled: by its user before it was signed, or by its cancellation in a final
 *   block; null when it was not.
 */
export function cancellationReason(operation: Operation): CancellationReason | null {
  if (operation.status === 'failed') return operation.reason === 'cancelled' ? 'user' : null;
  if (operation.status !== 'replaced') return null;
  const { signing, sending, replacedBy } = operation;
  const isOurs = cancellationsOf(signing).some(({ hash }) => hash === replacedBy?.transactionHash);
  return isOurs ? (sending.cancelRequest?.reason ?? null) : null;
}

/** True when it was cancelled, before it was signed or by its cancellation in a final block. */
export function isCancelled(operation: Operation): boolean {
  return cancellationReason(operation) !== null;
}

/** True when a block has it although its user had requested to cancel it. */
export function isCancelledTooLate(operation: Operation): boolean {
  return 'inclusion' in operation && operation.sending.cancelRequest?.reason === 'user';
}
