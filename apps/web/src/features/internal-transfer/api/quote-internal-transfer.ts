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

/** Checks whether an address is a private one of this network; fails with the server's sentence when not. */
export function usePrivateRecipient(tokenId: string, recipientAddress: string | null) {
  return useRecipientQuery(
    quoteInternalTransfer.name,
    { tokenId, recipientAddress },
    (body, signal) => callApi(quoteInternalTransfer, { body, signal }),
  );
}
