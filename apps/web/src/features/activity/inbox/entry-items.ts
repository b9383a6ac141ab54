import type { ActivityEntry } from '../entry.ts';
import type { EntryKind } from '../entry-kind.ts';
import { isCancelled } from '../entry-labels.ts';
import type { ArrivalItem, PaymentItem } from './inbox-item.ts';
import { type PaidRequest, requestPaidBy } from './paid-requests.ts';

/** @returns what someone else paid, newest first as the entries are */
export function arrivalItems(
  entries: readonly ActivityEntry[],
  requests: readonly PaidRequest[],
): readonly ArrivalItem[] {
  return entries.flatMap((entry): readonly ArrivalItem[] => {
    if (!isArrival(entry) || isPartOf(entry, entries)) return [];
    const request = requestPaidBy(entry, requests);
    const topic = request === null ? 'arrivals' : 'links';
    return [{ kind: 'arrival', id: entry.id, topic, at: entry.at, entry, request }];
  });
}

/**
 * In the public balance only what is final has arrived; a private one lists nothing earlier. Tokens that pretend a
 * payment of 0 arrive too.
 */
function isArrival({ kind, status, mode, amount, lead, isClaimed }: ActivityEntry): boolean {
  if (kind !== 'received' || isClaimed || amount.units === 0n) return false;
  // Nothing that others pay is an operation of the user’s own.
  if (lead.transaction.operationId !== null) return false;
  return status === 'success' || (status === 'pending' && mode === 'private');
}

/** What a swap or a purchase in progress brings can be listed for a moment before it is known to be a part of it. */
function isPartOf({ amount, mode, at }: ActivityEntry, entries: readonly ActivityEntry[]): boolean {
  return (
    mode === 'public' &&
    entries.some(
      ({ kind, isInProgress, amount: expected, rows }) =>
        isInProgress &&
        (kind === 'swap' || kind === 'buy') &&
        expected.token === amount.token &&
        expected.chain === amount.chain &&
        rows.some(({ transaction }) => Date.parse(transaction.date) <= at),
    )
  );
}

/** What moves nothing of the user’s by itself, or isn’t theirs. */
const UNANNOUNCED: ReadonlySet<EntryKind> = new Set(['approval', 'nonce-fill', 'other']);

/** @returns the ends of the user’s own payments, except of those that they cancelled themselves */
export function paymentItems(entries: readonly ActivityEntry[]): readonly PaymentItem[] {
  return entries.filter(isEndedPayment).map((entry) => ({
    kind: 'payment',
    id: entry.id,
    topic: 'payments',
    at: entry.at,
    entry,
  }));
}

function isEndedPayment(entry: ActivityEntry): boolean {
  const { kind, claim, isInProgress, isClaimed, status } = entry;
  if (claim !== null || isInProgress || UNANNOUNCED.has(kind)) return false;
  if (kind === 'received' && !isClaimed) return false;
  return status !== 'failed' || !isCancelled(entry);
}
