import type { BaseUnits } from '#domain/amount/base-units';
import { amountBeforeFee } from '#domain/payment-request/amount-before-fee';
import { parseRequestCode, type RequestBalance } from '#domain/payment-request/payment-request';
import { requestState } from '#domain/payment-request/request-state';
import type { TokenId } from '#domain/token/token';
import { type Refusal, refuse } from '../../../application/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { PaymentRequests } from '../../../ports/payment-requests.ts';
import { refusePayment } from './refuse-over.ts';

export interface PaidRequestPorts {
  readonly paymentRequests: Pick<PaymentRequests, 'tagOf' | 'find'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** The payment request that a payment says it pays. */
export interface PaidRequest {
  readonly code: string;
  /** Stands for the code where operations are stored, also when the request is gone. */
  readonly tag: string;
}

/** What a payment does, as far as a request can ask for it. */
export interface RequestedPart {
  readonly userId: string;
  readonly kind: 'send' | 'unshield' | 'internal-transfer';
  readonly tokenId: TokenId;
  readonly recipient: string;
  /** What leaves the payer, base units. */
  readonly amount: BaseUnits;
  /** What the pool keeps of that, basis points. */
  readonly feeBps: bigint;
}

const balanceByKind: Readonly<Record<RequestedPart['kind'], RequestBalance>> = {
  send: 'public',
  unshield: 'public',
  'internal-transfer': 'private',
};

/** @returns the request that a body names, null for none; the refusal of what can't be a code */
export function readPaidRequest(
  { paymentRequests }: Pick<PaidRequestPorts, 'paymentRequests'>,
  typed: string | undefined,
): { readonly ok: true; readonly value: PaidRequest | null } | { ok: false; refusal: Refusal } {
  if (typed === undefined) return { ok: true, value: null };
  const code = parseRequestCode(typed);
  if (code === null) return { ok: false, refusal: refuse('unknown-payment-request') };
  return { ok: true, value: { code, tag: paymentRequests.tagOf(code) } };
}

/** @returns what a request adds to the fingerprint of its payment: the same key never pays another one, or none */
export function fingerprintOf(paid: PaidRequest | null): string {
  return paid === null ? '' : ` request ${paid.tag}`;
}

/**
 * Compares a payment with the request that it says it pays. That the request is still open counts when the payment is
 * stored.
 * @returns the refusal of what differs, or of a request that is over; null where it is exactly what is requested
 */
export async function refuseDiffering(
  { paymentRequests, clock }: PaidRequestPorts,
  { code }: PaidRequest,
  { userId, kind, tokenId, recipient, amount, feeBps }: RequestedPart,
): Promise<Refusal | null> {
  const request = await paymentRequests.find(code);
  if (request === null) return refuse('unknown-payment-request');
  const { terms, record } = request;
  if (request.userId === userId) {
    return refuse('payment-request-differs', { sentence: 'You can’t pay your own request.' });
  }
  const state = requestState(terms, record, clock.now());
  if (state !== 'open') return refusePayment(state);
  const isSame =
    balanceByKind[kind] === terms.balance &&
    tokenId === terms.tokenId &&
    recipient === terms.recipient &&
    amount === amountBeforeFee(terms.units, feeBps);
  return isSame ? null : refuse('payment-request-differs');
}

/** @returns the refusal of a payment whose request was over when it was to be stored */
export async function refuseOverNow(
  { paymentRequests, clock }: PaidRequestPorts,
  { code }: PaidRequest,
): Promise<Refusal> {
  const request = await paymentRequests.find(code);
  if (request === null) return refuse('unknown-payment-request');
  return refusePayment(requestState(request.terms, request.record, clock.now()));
}
