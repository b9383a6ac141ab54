import { useQuery } from '@tanstack/react-query';
import type { BaseUnits } from '#domain/amount/base-units';
import type { ClaimBalance } from '#domain/claim/claim';
import type { ResponseOf } from '#wire/contract';
import { quoteClaim } from '#wire/wallet/quote-claim';
import { callApi } from '../../lib/api-client.ts';
import { dataOrThrow } from '../../lib/api-result.ts';

export type ClaimQuote = ResponseOf<typeof quoteClaim>['data'];

const REFRESH_EVERY_MS = 12_000;

interface WantedQuote {
  readonly tokenId: string;
  /** Null until one is entered. */
  readonly amount: BaseUnits | null;
  readonly isWanted: boolean;
  /** Public when left out. */
  readonly balance?: ClaimBalance;
}

/** The current cost of a payment by link, refreshed while the form is open. */
export function useClaimQuote({ tokenId, amount, isWanted, balance = 'public' }: WantedQuote) {
  return useQuery({
    queryKey: ['wallet', 'claim-fee', tokenId, amount?.toString() ?? '', balance],
    queryFn: async ({ signal }) => {
      const body = {
        tokenId,
        ...(amount === null ? {} : { amount: amount.toString() }),
        ...(balance === 'private' ? { balance } : {}),
      };
      return dataOrThrow(await callApi(quoteClaim, { body, isBackground: true, signal })).data;
    },
    placeholderData: (before, query) => (query?.queryKey[2] === tokenId ? before : undefined),
    enabled: isWanted,
    refetchInterval: REFRESH_EVERY_MS,
    retry: false,
  });
}
