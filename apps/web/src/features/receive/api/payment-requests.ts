import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PaymentRequestView } from '#wire/wallet/payment-request';
import { paymentRequests } from '#wire/wallet/payment-requests';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';

const REQUESTS_KEY = ['wallet', 'payment-requests'] as const;

/** While a link is on screen that may be paid at any moment. */
const READ_EVERY_MS = 4_000;

interface WantedRequests {
  /** False requests nothing. */
  readonly isWanted: boolean;
  /** Reads again every few seconds while a link waits for its payment. */
  readonly isFollowed: boolean;
}

/** The user's own payment requests, newest first. */
export function usePaymentRequests({ isWanted, isFollowed }: WantedRequests) {
  const client = useQueryClient();
  return useQuery({
    queryKey: REQUESTS_KEY,
    queryFn: async ({ signal }): Promise<readonly PaymentRequestView[]> => {
      const isBackground = client.getQueryData(REQUESTS_KEY) !== undefined;
      return dataOrThrow(await callApi(paymentRequests, { isBackground, signal })).data;
    },
    enabled: isWanted,
    refetchInterval: ({ state }) =>
      isFollowed && (state.data ?? []).some(isWaiting) && READ_EVERY_MS,
    refetchOnWindowFocus: true,
    retry: false,
  });
}

/** Reads all requests again. */
export function refreshRequests(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: REQUESTS_KEY });
}

/** @returns whether a request may still be paid through its link */
export function isWaiting({ state }: Pick<PaymentRequestView, 'state'>): boolean {
  return state === 'open' || state === 'being-paid';
}

/** Shows a request as the server just returned it, in place of what was known of it. */
export function keepRequest(client: QueryClient, fresh: PaymentRequestView): void {
  // A read in progress would bring back the older state.
  void client.cancelQueries({ queryKey: REQUESTS_KEY });
  client.setQueryData<readonly PaymentRequestView[]>(REQUESTS_KEY, (known = []) => {
    const isKnown = known.some(({ id }) => id === fresh.id);
    return isKnown ? known.map((one) => (one.id === fresh.id ? fresh : one)) : [fresh, ...known];
  });
  void client.invalidateQueries({ queryKey: REQUESTS_KEY });
}
