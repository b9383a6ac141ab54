import { useQuery } from '@tanstack/react-query';
import type { BaseUnits } from '#domain/amount/base-units';
import type { ResponseOf } from '#wire/contract';
import { quoteSend } from '#wire/wallet/quote-send';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';

export type FeeQuote = ResponseOf<typeof quoteSend>['data'];

const RETRY_AFTER_MS = 12_000;

interface WantedQuote {
  readonly tokenId: string;
  /** Null until one is entered. */
  readonly amount: BaseUnits | null;
  readonly isWanted: boolean;
}

/** The current cost of a payment, refreshed while the form is open. */
export function useFeeQuote({ tokenId, amount, isWanted }: WantedQuote) {
  return useQuery({
    queryKey: ['wallet', 'fee', tokenId, amount?.toString() ?? ''],
    queryFn: async ({ signal }) => {
      const body = { tokenId, ...(amount === null ? {} : { amount: amount.toString() }) };
      return dataOrThrow(await callApi(quoteSend, { body, isBackground: true, signal })).data;
    },
    // The fee hardly depends on the amount, so the previous quote is shown until the new one arrives.
    placeholderData: (before, query) => (query?.queryKey[2] === tokenId ? before : undefined),
    enabled: isWanted,
    refetchInterval: RETRY_AFTER_MS,
    retry: false,
  });
}
