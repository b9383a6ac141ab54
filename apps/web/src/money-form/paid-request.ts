import * as z from 'zod/mini';
import { isSameAddress } from '#domain/address/parse-public-address';
import type { BaseUnits } from '#domain/amount/base-units';
import { storedUnits } from './stored-units.ts';

/** How to read the payment request of a draft that was stored. */
export const paidRequest = z.object({
  /** Whoever has it can read and pay the request. */
  code: z.string(),
  tokenId: z.string(),
  /** What a form has to pay: what was requested, and what the pool keeps where it comes from the private balance. */
  units: storedUnits,
  recipient: z.string(),
  /** The payee's name; null when they don't show it. */
  name: z.nullable(z.string()),
  message: z.nullable(z.string()),
});

/** The payment request that a money form was opened for. */
export type PaidRequest = Readonly<z.output<typeof paidRequest>>;

/** What a draft has when it was opened for a payment request. */
export const paidRequestShape = {
  request: z.exactOptional(paidRequest),
  /** The form goes on to its review by itself, once. */
  goesToReview: z.exactOptional(z.literal(true)),
} as const;

/** What a form is about to pay. */
interface Payment {
  readonly tokenId: string;
  /** Null while there is no amount. */
  readonly units: BaseUnits | null;
  readonly recipientAddress: string;
}

/** @returns whether a payment is what the request asks for */
export function paysRequest(request: PaidRequest, payment: Payment): boolean {
  return (
    request.tokenId === payment.tokenId &&
    request.units === payment.units &&
    isSameAddress(request.recipient, payment.recipientAddress)
  );
}

/** @returns the field that claims the request with a payment; nothing for a payment of anything else */
export function requestField(
  request: PaidRequest | undefined,
  payment: Payment,
): { readonly paymentRequest?: string } {
  if (request === undefined || !paysRequest(request, payment)) return {};
  return { paymentRequest: request.code };
}

/**
 * A payment in doubt may have paid the request. Without it, it would be another payment under another key.
 * @returns whether the user can pay without the request
 */
export function canRemoveRequest(
  { code }: PaidRequest,
  issued: readonly { readonly request: { readonly paymentRequest?: string } }[],
): boolean {
  return !issued.some(({ request }) => request.paymentRequest === code);
}

/** @returns the draft without the request that it was opened for */
export function withoutRequest<D extends { readonly request?: PaidRequest }>(
  draft: D,
): Omit<D, 'request'> {
  const { request: _, ...rest } = draft;
  return rest;
}

/** @returns the draft that a form starts with, and whether it goes on to its review by itself */
export function startedDraft<D extends { readonly goesToReview?: true }>(
  draft: D,
): { readonly draft: Omit<D, 'goesToReview'>; readonly goesToReview: boolean } {
  const { goesToReview = false, ...rest } = draft;
  return { draft: rest, goesToReview };
}
