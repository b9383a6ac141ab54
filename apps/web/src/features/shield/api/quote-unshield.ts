import { quoteUnshield } from '#wire/wallet/quote-unshield';
import { callApi } from '../../../lib/api-client.ts';
import {
  type PoolQuote,
  useQuoteQuery,
  type WantedQuote,
} from '../../../money-form/quote-query.ts';
import { useRecipientQuery } from '../../../money-form/recipient-query.ts';

/** What an unshield would cost now. */
export function useUnshieldQuote(wanted: WantedQuote) {
  return useQuoteQuery<PoolQuote>(quoteUnshield.name, wanted, (body, signal) =>
    callApi(quoteUnshield, { body, isBackground: true, signal }),
  );
}

/** Checks that an address can receive an unshield; otherwise fails with the server's message. */
export function useUnshieldRecipient(tokenId: string, recipientAddress: string | null) {
  return useRecipientQuery(quoteUnshield.name, { tokenId, recipientAddress }, (body, signal) =>
    callApi(quoteUnshield, { body, signal }),
  );
}
