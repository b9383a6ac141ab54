import type { BodyOf } from '#wire/contract';
import { quoteClaim } from '#wire/wallet/quote-claim';
import { quoteInternalTransfer } from '#wire/wallet/quote-internal-transfer';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';
import {
  type PoolQuote,
  useQuoteQuery,
  type WantedQuote,
} from '../../../money-form/quote-query.ts';
import { useRecipientQuery } from '../../../money-form/recipient-query.ts';

/** What a private transfer costs, to an address or by link. */
export interface TransferQuote extends PoolQuote {
  /** The part of `broadcasterFee` that pays for the claim of a link, base units of the token; null without a link. */
  readonly setAside: string | null;
}

/** What a private transfer would cost now. */
export function useInternalTransferQuote(wanted: WantedQuote) {
  const { isByLink = false } = wanted;
  const name = isByLink ? quoteClaim.name : quoteInternalTransfer.name;
  return useQuoteQuery<TransferQuote>(name, wanted, isByLink ? readLinkQuote : readQuote);
}

type Read = (
  body: BodyOf<typeof quoteInternalTransfer>,
  signal: AbortSignal,
) => Promise<ApiResult<{ data: TransferQuote }>>;

const readQuote: Read = async (body, signal) => {
  const quote = await callApi(quoteInternalTransfer, { body, isBackground: true, signal });
  return quote.ok ? { ...quote, data: { data: { ...quote.data.data, setAside: null } } } : quote;
};

/** Setting the money aside is a private transfer, so that has to be quoted for how long it takes. */
const readLinkQuote: Read = async (body, signal) => {
  const options = { isBackground: true, signal } as const;
  const [link, transfer] = await Promise.all([
    callApi(quoteClaim, { body: { ...body, balance: 'private' }, ...options }),
    callApi(quoteInternalTransfer, { body, ...options }),
  ]);
  if (!link.ok) return link;
  if (!transfer.ok) return transfer;
  const { fee: broadcasterFee, setAside, maxAmount } = link.data.data;
  const data = { ...transfer.data.data, broadcasterFee, setAside, maxAmount };
  return { ...transfer, data: { data } };
};

/** Checks that an address is a private one on this network; otherwise fails with the server's message. */
export function usePrivateRecipient(tokenId: string, recipientAddress: string | null) {
  return useRecipientQuery(
    quoteInternalTransfer.name,
    { tokenId, recipientAddress },
    (body, signal) => callApi(quoteInternalTransfer, { body, signal }),
  );
}
