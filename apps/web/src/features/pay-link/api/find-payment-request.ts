import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#wire/contract';
import { findPaymentRequest } from '#wire/wallet/find-payment-request';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';

/** What a link asks for. */
export type LinkedRequest = ResponseOf<typeof findPaymentRequest>['data'];

const WHILE_BEING_PAID_MS = 4_000;
const WHILE_OPEN_MS = 15_000;

/** Reads what a link asks for, and again while it may be paid or is being paid. */
export function useLinkedRequest(code: string) {
  return useQuery({
    queryKey: ['payment-request', code],
    queryFn: async ({ signal }) =>
      dataOrThrow(await callApi(findPaymentRequest, { body: { code }, isBackground: true, signal }))
        .data,
    refetchInterval: ({ state: { data } }) => {
      if (data?.state === 'being-paid') return WHILE_BEING_PAID_MS;
      return data?.state === 'open' && WHILE_OPEN_MS;
    },
    refetchOnWindowFocus: true,
    retry: false,
  });
}
