import type { Notifications } from '#wire/auth/notification-settings';
import type { SecurityEvent } from '#wire/security/security-events';
import type { ClaimView } from '#wire/wallet/claim';
import type { ActivityEntry } from '../entry.ts';
import { claimItems } from './claim-items.ts';
import { arrivalItems, paymentItems } from './entry-items.ts';
import type { ArrivalItem, InboxItem, InboxTopic } from './inbox-item.ts';
import type { PaidRequest } from './paid-requests.ts';
import { type KnownSession, securityItems } from './security-items.ts';

/** What an inbox is put together from. */
export interface InboxSources {
  /** Newest first. */
  readonly entries: readonly ActivityEntry[];
  /** How far back the entries are known, as `horizonOf` returns it. */
  readonly horizon: number | null;
  readonly claims: readonly ClaimView[];
  readonly requests: readonly PaidRequest[];
  /** Newest first. */
  readonly events: readonly SecurityEvent[];
  readonly sessions: readonly KnownSession[];
  /** Null while the user’s choices aren’t known: then nothing is left out. */
  readonly topics: Notifications['topics'] | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** @returns what the user hears of, newest first; nothing from before what is known of the activity */
export function inboxItems(sources: InboxSources): readonly InboxItem[] {
  const { entries, horizon, claims, requests, events, sessions, topics, now } = sources;
  const isWanted = (topic: InboxTopic) =>
    topic === 'security' || topics === null || topics[topic].inbox;
  const arrivals = arrivalItems(entries, requests).map((item) =>
    isWanted(item.topic) ? item : asPlainArrival(item),
  );
  return [
    ...arrivals,
    ...paymentItems(entries),
    ...claimItems(claims, now),
    ...securityItems(events, sessions),
  ]
    .filter(({ topic, at }) => isWanted(topic) && (horizon === null || at >= horizon))
    .sort((left, right) => right.at - left.at || (left.id < right.id ? -1 : 1));
}

/** Whoever wants to hear of money but not of requests hears of the money. */
function asPlainArrival(item: ArrivalItem): ArrivalItem {
  return { ...item, topic: 'arrivals', request: null };
}

/** @returns the newest moment among items, milliseconds since 1970; null without items */
export function newestOf(items: readonly InboxItem[]): number | null {
  return items[0]?.at ?? null;
}
