import { matchArrivals } from '#domain/payment-request/match-arrivals';
import { requestState } from '#domain/payment-request/request-state';
import type { paymentRequests } from '#wire/wallet/payment-requests';
import { type Handler, refuse } from '../../application/call.ts';
import { type FindArrivalsPorts, findArrivals } from './payment-requests/find-arrivals.ts';
import { listOwn, type OwnRequestsPorts } from './payment-requests/own-requests.ts';
import { ownRequestView } from './payment-requests/request-view.ts';

export type PaymentRequestsPorts = OwnRequestsPorts & FindArrivalsPorts;

/** Returns the user's own requests, newest first, each open one with what may have paid it in another way. */
export function createPaymentRequests(
  ports: PaymentRequestsPorts,
): Handler<typeof paymentRequests> {
  return async ({ session }) => {
    const listed = await listOwn(ports, session);
    if (!listed.ok) return refuse('unauthorized');
    const now = ports.clock.now();
    const isOpen = ({ terms, record }: (typeof listed.value)[number]) =>
      requestState(terms, record, now) === 'open';
    const open = listed.value.filter(isOpen);
    const others = listed.value.filter((each) => !isOpen(each));
    const arrivals = await findArrivals(ports, { session, requests: open, others });
    if (!arrivals.ok) return refuse('unauthorized');
    const matches = matchArrivals(open, arrivals.value);
    return {
      data: listed.value.flatMap(
        (each) => ownRequestView(ports, each, matches.get(each.id) ?? null) ?? [],
      ),
    };
  };
}
