import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { BodyOf } from '#wire/contract';
import { makeReceipt } from '#wire/wallet/make-receipt';
import type { Receipt } from '#wire/wallet/receipt';
import { callApi } from '../../../lib/api-client.ts';
import { ApiFailure, dataOrThrow } from '../../../lib/api-result.ts';

/** What a receipt is about and what it says. */
export type ReceiptRequest = BodyOf<typeof makeReceipt>;

/** How often a payment is looked at again that the server doesn’t count as final yet: 180 times an hour, of 200 allowed. */
const UNTIL_FINAL_MS = 20_000;

/**
 * The receipt that is requested; the previous one as a placeholder while another is made.
 * @param request null makes none
 */
export function useReceipt(request: ReceiptRequest | null) {
  return useQuery({
    queryKey: ['wallet', 'receipt', request],
    queryFn: async ({ signal }): Promise<Receipt | null> =>
      request === null
        ? null
        : dataOrThrow(await callApi(makeReceipt, { body: request, signal })).data,
    enabled: request !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: ({ state }) => (isNotFinal(state.error) ? UNTIL_FINAL_MS : false),
    refetchOnWindowFocus: false,
  });
}

function isNotFinal(error: Error | null): boolean {
  return error instanceof ApiFailure && error.error.code === 'receipt-not-final';
}
