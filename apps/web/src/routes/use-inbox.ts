import { useMemo } from 'react';
import { useClaims } from '../claims/api/claims.ts';
import { useReadUntil } from '../features/activity/api/inbox-state.ts';
import { type ActivityEntry, type EntryContext, entriesOf } from '../features/activity/entry.ts';
import type { InboxItem } from '../features/activity/inbox/inbox-item.ts';
import { type InboxSources, inboxItems } from '../features/activity/inbox/inbox-items.ts';
import { hasNewSignIns } from '../features/activity/inbox/security-items.ts';
import { untilHorizon } from '../features/activity/merge-histories.ts';
import { type MergedHistory, useMergedHistory } from '../features/activity/use-merged-history.ts';
import { usePaymentRequests } from '../features/receive/api/payment-requests.ts';
import { useSecurityEvents } from '../features/security/api/security-events.ts';
import { useKnownSessions } from '../features/sessions/api/known-sessions.ts';
import { useNotificationSettings } from '../features/settings/api/notification-settings.ts';
import { DATE_REFRESH_MS, useNow } from '../lib/use-now.ts';
import { useEntryContext } from './use-entry-context.ts';

/** The inbox, as the browser puts it together from what it reads. */
export interface Inbox {
  /** `failed` when nothing at all is known. */
  readonly state: 'loading' | 'failed' | 'ready';
  /** Newest first. */
  readonly items: readonly InboxItem[];
  /** Up to when it was read, milliseconds since 1970; null while that isn’t known. */
  readonly readUntil: number | null;
  readonly newCount: number;
  readonly history: MergedHistory;
  /** False while older items can still turn up before what is listed. */
  readonly isComplete: boolean;
  /** Something else than the activity couldn’t be read. */
  readonly isPartMissing: boolean;
  readonly readAgain: () => void;
}

/** Reads everything that the inbox is made of, most of which other pages read too. */
export function useInbox(): Inbox {
  const now = useNow(DATE_REFRESH_MS);
  const history = useMergedHistory('both', 'wallet');
  const entries = useEntries(history, useEntryContext(true));
  const claims = useClaims(true, true);
  const requests = usePaymentRequests({ isWanted: true, isFollowed: false });
  const events = useSecurityEvents();
  const sessions = useKnownSessions(hasNewSignIns(events.data ?? NONE));
  const settings = useNotificationSettings();
  const read = useReadUntil();
  const parts = [claims, requests, events, settings, read];
  const items = useItems({
    entries,
    horizon: history.horizon,
    claims: claims.data ?? NONE,
    requests: requests.data ?? NONE,
    events: events.data ?? NONE,
    sessions: sessions.data ?? NONE,
    topics: settings.data?.topics ?? null,
    now,
  });
  const readUntil = read.data ?? null;
  const isLoading = parts.some(({ isPending }) => isPending) || sessions.isLoading;
  const state = isLoading ? 'loading' : history.state;
  return {
    state,
    items,
    readUntil,
    newCount:
      state !== 'ready' || readUntil === null ? 0 : items.filter(({ at }) => at > readUntil).length,
    history,
    isComplete: history.failures.length === 0 && history.privateState?.status === 'ready',
    isPartMissing: parts.some(({ data, isError }) => isError && data === undefined),
    readAgain: () => {
      history.readAgain();
      for (const { isError, refetch } of parts) if (isError) void refetch();
    },
  };
}

const NONE = [] as const;

function useEntries(
  { rows, horizon }: Pick<MergedHistory, 'rows' | 'horizon'>,
  context: EntryContext,
): readonly ActivityEntry[] {
  return useMemo(() => untilHorizon(entriesOf(rows, context), horizon), [rows, horizon, context]);
}

/** Stable while nothing in it changes. */
function useItems(sources: InboxSources): readonly InboxItem[] {
  const { entries, horizon, claims, requests, events, sessions, topics, now } = sources;
  return useMemo(
    () => inboxItems({ entries, horizon, claims, requests, events, sessions, topics, now }),
    [entries, horizon, claims, requests, events, sessions, topics, now],
  );
}
