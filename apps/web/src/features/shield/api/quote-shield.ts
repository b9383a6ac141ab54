import type { ResponseOf } from '#wire/contract';
import { quoteShield } from '#wire/wallet/quote-shield';
import { callApi } from '../../../lib/api-client.ts';
import { useQuoteQuery, type WantedQuote } from '../../../money-form/quote-query.ts';

export type ShieldQuote = ResponseOf<typeof quoteShield>['data'];

/** What a shield would cost now. */
export function useShieldQuote(wanted: WantedQuote) {
  return useQuoteQuery<ShieldQuote>(quoteShield.name, wanted, (body, signal) =>
    callApi(quoteShield, { body, isBackground: true, signal }),
  );
}
