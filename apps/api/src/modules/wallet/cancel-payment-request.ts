import { requestState } from '#domain/payment-request/request-state';
import type { cancelPaymentRequest } from '#wire/wallet/cancel-payment-request';
import { type Handler, refuse } from '../../application/call.ts';
import type { PaymentRequests } from '../../ports/payment-requests.ts';
import { findOwn, type OwnRequestsPorts } from './payment-requests/own-requests.ts';
import { refuseOver } from './payment-requests/refuse-over.ts';
import { ownRequestView, type ViewPorts } from './payment-requests/request-view.ts';

export interface CancelPaymentRequestPorts extends OwnRequestsPorts, ViewPorts {
  readonly paymentRequests: Pick<PaymentRequests, 'list' | 'cancel'>;
}

/** Ends a request that no one is paying; one that was cancelled before stays as it is. */
export function createCancelPaymentRequest(
  ports: CancelPaymentRequestPorts,
): Handler<typeof cancelPaymentRequest> {
  return async ({ params, session }) => {
    await ports.paymentRequests.cancel(session.userId, params.id, ports.clock.now());
    const found = await findOwn(ports, session, params.id);
    if ('refused' in found) return found;
    const { terms, record } = found.request;
    const state = requestState(terms, record, ports.clock.now());
    // Between the two, a payment of it ended without moving anything.
    if (state === 'open') return refuseOver('being-paid');
    if (state !== 'cancelled') return refuseOver(state);
    const view = ownRequestView(ports, found.request, null);
    return view === null ? refuse('unknown-payment-request') : { data: view };
  };
}
