import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#wire/contract';
import { paidRecipients } from '#wire/wallet/paid-recipients';
import { callApi } from '../../lib/api-client.ts';
import { dataOrThrow } from '../../lib/api-result.ts';

export const PAID_RECIPIENTS_KEY = ['wallet', 'recipients'] as const;

/** An address that was paid, how often and when last. */
export type PaidRecipient = ResponseOf<typeof paidRecipients>['data'][number];

/** Addresses that the user paid, most recently paid first. */
export function usePaidRecipients() {
  return useQuery({
    queryKey: PAID_RECIPIENTS_KEY,
    queryFn: async ({ signal }): Promise<readonly PaidRecipient[]> =>
      dataOrThrow(await callApi(paidRecipients, { signal })).data,
  });
}
