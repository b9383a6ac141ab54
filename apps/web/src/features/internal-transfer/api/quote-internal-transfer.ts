import { useQuery } from '@tanstack/react-query';
import { quoteInternalTransfer } from '#wire/wallet/quote-internal-transfer';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';
import {
  type PoolQuote,
  useQuoteQuery,
  type WantedQuote,
} from '../../../money-form/quote-query.ts';

/** What a private transfer would cost now. */
export function useInternalTransferQuote(wanted: WantedQuote) {
  return useQuoteQuery<PoolQuote>(quoteInternalTransfer.name, wanted, (body, signal) =>
    callApi(quoteInternalTransfer, { body, isBackground: true, signal }),
  );
}

/** Asks whether an address is a private one of this network; fails with the server's sentence when not. */
export function usePrivateRecipient(tokenId: string, recipientAddress: string | null) {
  return useQuery({
    queryKey: ['wallet', 'private-recipient', tokenId, recipientAddress],
    queryFn: async ({ signal }) => {
      const body = { tokenId, recipientAddress: recipientAddress ?? '' };
      dataOrThrow(await callApi(quoteInternalTransfer, { body, signal }));
      return true;
    },
    enabled: recipientAddress !== null,
    retry: false,
  });
}
