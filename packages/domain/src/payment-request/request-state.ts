import type { OperationStatus } from '../operation/operation.ts';
import { isWithoutEffect } from '../operation/outcome.ts';
import type { PaymentRequestTerms, RequestState } from './payment-request.ts';

/** The operation that was last stored to pay a request. */
export interface RequestPayment {
  readonly status: OperationStatus;
  /** See `isPaidInPart` of operations. */
  readonly isPaidInPart: boolean;
}

/** What happened to a request since it was made. */
export interface RequestRecord {
  readonly cancelledAt: Date | null;
  /** When its payee said that it was paid in another way. */
  readonly settledAt: Date | null;
  /** Null while none was stored. */
  readonly payment: RequestPayment | null;
}

/**
 * Whether a payment keeps others from paying the same request: from when it is stored, for as long as it may move
 * money, and forever once it did. A payment of which only a part arrived did: the payee and the payer know each other,
 * and Kax can't know whether the rest is still wanted.
 */
export function keepsOthersOut({ status, isPaidInPart }: RequestPayment): boolean {
  return isPaidInPart || !isWithoutEffect({ status });
}

/**
 * What became of a request. What a payment did is a fact, so it counts before what the payee decided, and that before
 * the time: a payment that was stored in time may arrive later.
 */
export function requestState(
  { expiresAt }: Pick<PaymentRequestTerms, 'expiresAt'>,
  { cancelledAt, settledAt, payment }: RequestRecord,
  now: Date,
): RequestState {
  const standing = payment !== null && keepsOthersOut(payment) ? payment : null;
  if (standing !== null && isPaid(standing)) return 'paid';
  if (settledAt !== null) return 'paid';
  if (standing !== null) return 'being-paid';
  if (cancelledAt !== null) return 'cancelled';
  return expiresAt <= now ? 'expired' : 'open';
}

function isPaid({ status, isPaidInPart }: RequestPayment): boolean {
  return status === 'confirmed' || isPaidInPart;
}
