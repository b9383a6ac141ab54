import { parseRequestCode } from '#domain/payment-request/payment-request';
import type { findPaymentRequest } from '#wire/wallet/find-payment-request';
import { type Handler, refuse } from '../../application/call.ts';
import { createLinkReads } from '../../application/link-reads.ts';
import { tooMany } from '../../application/too-many-requests.ts';
import type { PaymentRequests } from '../../ports/payment-requests.ts';
import type { PriceCache } from './balances/price-cache.ts';
import { requestedPayment, type ViewPorts } from './payment-requests/request-view.ts';
import { findToken } from './payments/parse-payment.ts';

export interface FindPaymentRequestPorts extends ViewPorts {
  readonly paymentRequests: Pick<PaymentRequests, 'find'>;
  readonly prices: Pick<PriceCache, 'priceOf'>;
}

/**
 * Reads the request of a link for anyone who has it. What can't be a code, belongs to none, or was changed by something
 * else gets the same response. Counted in memory: a stranger makes the database write nothing.
 */
export function createFindPaymentRequest(
  ports: FindPaymentRequestPorts,
): Handler<typeof findPaymentRequest> {
  const takeRead = createLinkReads();
  return async ({ body, client }) => {
    const wait = takeRead(client.ip, ports.clock.now());
    if (wait > 0) return tooMany(wait, 'You’ve opened too many links.');
    const code = parseRequestCode(body.code);
    const request = code === null ? null : await ports.paymentRequests.find(code);
    const place = request && findToken(ports.networks, request.terms.tokenId);
    const shown = request && requestedPayment(ports, request);
    if (!place || !shown) return refuse('unknown-payment-request');
    const { token } = place;
    const priceUsd = ports.prices.priceOf(token.id).price;
    return { data: { ...shown, tokenAddress: token.address, priceUsd } };
  };
}
