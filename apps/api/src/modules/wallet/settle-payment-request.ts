import type { TransactionHash } from '#domain/address/address';
import { mayPay } from '#domain/payment-request/match-arrivals';
import { requestState } from '#domain/payment-request/request-state';
import type { settlePaymentRequest } from '#wire/wallet/settle-payment-request';
import { type CallSession, type Handler, type Refusal, refuse } from '../../application/call.ts';
import type { PaymentRequests } from '../../ports/payment-requests.ts';
import { type FindArrivalsPorts, findArrivals } from './payment-requests/find-arrivals.ts';
import {
  findOwn,
  type OwnRequest,
  type OwnRequestsPorts,
} from './payment-requests/own-requests.ts';
import { refuseOver } from './payment-requests/refuse-over.ts';
import { ownRequestView, type ViewPorts } from './payment-requests/request-view.ts';

export interface SettlePaymentRequestPorts extends OwnRequestsPorts, FindArrivalsPorts, ViewPorts {
  readonly vault: OwnRequestsPorts['vault'] & FindArrivalsPorts['vault'];
  readonly paymentRequests: Pick<PaymentRequests, 'list' | 'settle'>;
}

/** Records what the payee says: that a request, expired or not, was paid in a way that Kax can't tell. */
export function createSettlePaymentRequest(
  ports: SettlePaymentRequestPorts,
): Handler<typeof settlePaymentRequest> {
  return async ({ params, body, session }) => {
    const found = await findOwn(ports, session, params.id);
    if ('refused' in found) return found;
    const over = refuseUnlessUnpaid(ports, found);
    if (over !== null) return over;
    const hash = await hashOf(ports, { ...found, session }, body.transactionHash);
    if (hash !== null && typeof hash !== 'string') return hash;
    const settled = { hash, now: ports.clock.now() };
    const isSettled = await ports.paymentRequests.settle(session.userId, params.id, settled);
    const after = await findOwn(ports, session, params.id);
    if ('refused' in after) return after;
    if (!isSettled) return refuseUnlessUnpaid(ports, after) ?? refuseOver('being-paid');
    const view = ownRequestView(ports, after.request, null);
    return view === null ? refuse('unknown-payment-request') : { data: view };
  };
}

function refuseUnlessUnpaid({ clock }: ViewPorts, { request }: OwnRequest): Refusal | null {
  const state = requestState(request.terms, request.record, clock.now());
  return state === 'open' || state === 'expired' ? null : refuseOver(state);
}

/** @returns the transaction if this wallet received exactly what was requested with it, and for nothing else */
async function hashOf(
  ports: SettlePaymentRequestPorts,
  { session, request, others }: OwnRequest & { readonly session: CallSession },
  named: string | null,
): Promise<TransactionHash | null | Refusal> {
  if (named === null) return null;
  const arrivals = await findArrivals(ports, { session, requests: [request], others });
  if (!arrivals.ok) return refuse('unauthorized');
  const hash = named.toLowerCase();
  const found = arrivals.value.find(
    (each) => each.transactionHash === hash && mayPay(each, request.terms),
  );
  return found?.transactionHash ?? refuse('unknown-entry');
}
