import { quoteInternalTransfer } from '#wire/wallet/quote-internal-transfer';
import { callApi } from '../../../lib/api-client.ts';
import {
  type PoolQuote,
  useQuoteQuery,
  type WantedQuote,
} from '../../../money-form/quote-query.ts';
import { useRecipientQuery } from '../../../money-form/recipient-query.ts';

/** What a private transfer would cost now. */
export function useInternalTransferQuote(wanted: WantedQuote) {
  return useQuoteQuery<PoolQuote>(quoteInternalTransfer.name, wanted, (body, signal) =>
    callApi(quoteInternalTransfer, { body, isBackground: true, signal }),
  );
}

/** Checks that an address is a private one on this network; otherwise fails with the server's message. */
export function usePrivateRecipient(tokenId: string, recipientAddress: string | null) {
  return useRecipientQuery(
    quoteInternalTransfer.name,
    { tokenId, recipientAddress },
    (body, signal) => callApi(quoteInternalTransfer, { body, signal }),
  );
}
