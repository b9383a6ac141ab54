import type { Network } from '#domain/network/network';
import type { Arrival } from '#domain/payment-request/match-arrivals';
import { requestState } from '#domain/payment-request/request-state';
import type { ResponseOf } from '#wire/contract';
import type { findPaymentRequest } from '#wire/wallet/find-payment-request';
import type { PaymentRequestView } from '#wire/wallet/payment-request';
import type { Clock } from '../../../ports/clock.ts';
import type { OwnPaymentRequest, StoredPaymentRequest } from '../../../ports/payment-requests.ts';
import { coinView } from '../payments/coin-view.ts';
import { findToken } from '../payments/parse-payment.ts';

/** What everyone with the link sees. */
export type RequestedPayment = Omit<
  ResponseOf<typeof findPaymentRequest>['data'],
  'tokenAddress' | 'priceUsd'
>;

export interface ViewPorts {
  readonly networks: readonly Network[];
  readonly clock: Pick<Clock, 'now'>;
}

/** @returns a request as everyone with its link sees it; null when its coin is no longer configured */
export function requestedPayment(
  { networks, clock }: ViewPorts,
  { terms, record }: StoredPaymentRequest,
): RequestedPayment | null {
  const place = findToken(networks, terms.tokenId);
  if (place === null) return null;
  return {
    state: requestState(terms, record, clock.now()),
    ...coinView(place),
    amount: terms.units.toString(),
    balance: terms.balance,
    recipient: terms.recipient,
    message: terms.message,
    name: terms.name,
    createdAt: terms.createdAt.toISOString(),
    expiresAt: terms.expiresAt.toISOString(),
  };
}

/** @returns a request as its payee sees it; null when its coin is no longer configured */
export function ownRequestView(
  ports: ViewPorts,
  request: OwnPaymentRequest,
  match: Arrival | null,
): PaymentRequestView | null {
  const shown = requestedPayment(ports, request);
  if (shown === null) return null;
  const { id, code, record, paidIn, settledHash } = request;
  const paidAt = shown.state === 'paid' ? (paidIn?.at ?? record.settledAt) : null;
  const hash = shown.state === 'paid' && paidIn === null ? settledHash : paidIn?.transactionHash;
  return {
    ...{ id, code, ...shown },
    paidAt: paidAt?.toISOString() ?? null,
    transactionHash: hash ?? null,
    match: match && {
      transactionHash: match.transactionHash,
      from: match.from,
      at: match.at.toISOString(),
    },
  };
}
