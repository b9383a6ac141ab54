import type { PaymentRequestView } from '#wire/wallet/payment-request';
import type { ActivityEntry } from '../entry.ts';

/** What the inbox needs of a payment request. */
export type PaidRequest = Pick<PaymentRequestView, 'id' | 'state' | 'message' | 'transactionHash'>;

/** @returns the request that an entry paid; null for any other entry */
export function requestPaidBy(
  { rows }: Pick<ActivityEntry, 'rows'>,
  requests: readonly PaidRequest[],
): PaidRequest | null {
  const hashes = new Set(rows.map(({ transaction }) => transaction.transactionHash?.toLowerCase()));
  const isIt = ({ state, transactionHash }: PaidRequest) =>
    state === 'paid' && transactionHash !== null && hashes.has(transactionHash.toLowerCase());
  return requests.find(isIt) ?? null;
}
