import { cancellationReason } from '#domain/operation/cancellation';
import { type Inclusion, isPrivateTransaction, type Operation } from '#domain/operation/operation';
import { isPaidByCopy } from '#domain/operation/outcome';

/** By why an operation was cancelled. */
const CANCELLED_BECAUSE = {
  user: 'its user requested it',
  expired: 'no block had it for 24 hours',
  operator: 'an operator requested it',
} as const;

/** @returns how an operation ended, in a sentence; that it is open when it did not. */
export function endText(operation: Operation): string {
  if (operation.status === 'replaced' && operation.isPaidInPart) {
    const by = operation.replacedBy?.transactionHash;
    return `Paid in part: someone else sent some of its proofs alone, the last of them in ${by}. The rest was not sent.`;
  }
  const reason = cancellationReason(operation);
  if (reason !== null) return `Cancelled, because ${CANCELLED_BECAUSE[reason]}. Nothing was sent.`;
  switch (operation.status) {
    case 'confirmed':
      if (isPaidByCopy(operation)) return copyText(operation, operation.inclusion);
      return `Confirmed in final block ${operation.inclusion.blockNumber}.`;
    case 'reverted':
      return `Reverted in final block ${operation.inclusion.blockNumber}. Nothing moved but the fee.`;
    case 'replaced':
      return 'Replaced: a final block has another transaction with its nonce. Nothing was sent.';
    case 'failed':
      return `Failed before it was signed (${operation.reason}). Nothing was sent.`;
    default:
      return 'Open.';
  }
}

function copyText(operation: Operation, { transactionHash, blockNumber }: Inclusion): string {
  const by = isPrivateTransaction(operation)
    ? 'a copy that someone else sent'
    : 'a transaction of its account that does the same and is not in its records';
  return `Confirmed in final block ${blockNumber} by ${by}: ${transactionHash}. Its own transactions paid nothing.`;
}
