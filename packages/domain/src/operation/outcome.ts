import type { TransactionHash } from '../address/address.ts';
import { addUnits, type BaseUnits, subtractUnits, ZERO_UNITS } from '../amount/base-units.ts';
import { isCancelled } from './cancellation.ts';
import type { Inclusion, Operation, OperationStatus, SignedOperation } from './operation.ts';

/** The ends that leave every balance and every note unchanged, except for the network fee and for `isPaidInPart`. */
export const STATUSES_THAT_MOVED_NOTHING = [
  'failed',
  'reverted',
  'replaced',
] as const satisfies readonly OperationStatus[];

/** True when it ended and its amount, or its notes, are available to another operation. */
export function isWithoutEffect({ status }: Pick<Operation, 'status'>): boolean {
  return STATUSES_THAT_MOVED_NOTHING.some((each) => each === status);
}

/**
 * What the recipient gets: the amount without the pool's fee, or what the token let arrive once it is mined.
 * @returns base units of the token.
 */
export function receivedUnits(operation: Operation): BaseUnits {
  const arrived = 'inclusion' in operation ? operation.inclusion.arrived : null;
  if (arrived !== null) return arrived;
  const { amount, pool } = operation;
  return pool === null ? amount : subtractUnits(amount, pool.poolFee);
}

/** True when the network executed the transaction, but the token recorded that nothing arrived. */
export function hasNothingArrived({
  isSuccess,
  arrived,
}: Pick<Inclusion, 'isSuccess' | 'arrived'>): boolean {
  return isSuccess && arrived === ZERO_UNITS;
}

/**
 * The fee that the network charged for it, approval included.
 * @returns base units of the native coin; null while it is not mined.
 */
export function networkFeePaid(operation: Operation): BaseUnits | null {
  if (!('inclusion' in operation)) return null;
  const forApproval = operation.sending.approvedIn?.feePaid ?? ZERO_UNITS;
  return addUnits(operation.inclusion.feePaid, forApproval);
}

/**
 * True when it was paid by a transaction that was never signed for it, as far as the records know: a copy that someone
 * else sent, or one whose record was lost.
 */
export function isPaidByCopy(operation: Operation): boolean {
  if (operation.status !== 'confirmed') return false;
  const { signing, inclusion } = operation;
  return signing.ladder.every(({ hash }) => hash !== inclusion.transactionHash);
}

/** True when someone else sent some of its proofs alone, and the others can no longer be sent by it. */
export function isPaidInPart(operation: Operation): boolean {
  return operation.status === 'replaced' && operation.isPaidInPart === true;
}

/**
 * The hash under which the network knows it.
 * @returns the mined one, which is its cancellation when it was cancelled, and the newest of its parts when only parts
 *   were paid; else the highest rung that was tried, else the cheapest.
 */
export function transactionHash(operation: SignedOperation): TransactionHash {
  if ('inclusion' in operation) return operation.inclusion.transactionHash;
  if (operation.status === 'replaced' && operation.replacedBy !== null) {
    const isItsEnd = isCancelled(operation) || isPaidInPart(operation);
    if (isItsEnd) return operation.replacedBy.transactionHash;
  }
  const { ladder } = operation.signing;
  const dearest = ladder[Math.max(0, operation.sending.rungsTried - 1)];
  if (dearest === undefined) throw new Error(`Operation ${operation.id} has an empty ladder.`);
  return dearest.hash;
}
