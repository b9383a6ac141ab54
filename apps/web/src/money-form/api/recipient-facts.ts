import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#wire/contract';
import { quoteSend } from '#wire/wallet/quote-send';
import { callApi } from '../../lib/api-client.ts';
import { dataOrThrow } from '../../lib/api-result.ts';
import { isRefusal } from '../recipient-query.ts';

/** What is known of a public address: whether it was paid before, is a contract, or looks like a known one. */
export type RecipientFacts = NonNullable<ResponseOf<typeof quoteSend>['data']['recipient']>;

export const RECIPIENT_KEY = ['wallet', 'recipient'] as const;

const RETRY_AFTER_MS = 5_000;

/** Facts about a recipient address; fails with the server's message when it cannot be paid. */
export function useRecipientFacts(tokenId: string, recipientAddress: string | null) {
  return useQuery({
    queryKey: [...RECIPIENT_KEY, tokenId, recipientAddress],
    queryFn: async ({ signal }) => {
      const body = { tokenId, recipientAddress: recipientAddress ?? '' };
      return dataOrThrow(await callApi(quoteSend, { body, signal })).data.recipient;
    },
    enabled: recipientAddress !== null,
    // Until it could be checked: a person who waits for the network should not have to type it again.
    refetchInterval: ({ state }) => (isUnread(state.error) ? RETRY_AFTER_MS : false),
  });
}

/** The server didn't refuse the address; it could not be asked. */
function isUnread(error: Error | null): boolean {
  return error !== null && !isRefusal(error);
}
