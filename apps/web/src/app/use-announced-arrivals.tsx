import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '#language/t';
import { ArrivalToast } from '../features/activity/inbox/arrival-toast.tsx';
import type { ArrivalItem, InboxItem } from '../features/activity/inbox/inbox-item.ts';
import { refreshRequests } from '../features/receive/api/payment-requests.ts';
import { useNavigate } from '../lib/navigation/navigation.tsx';
import { paths } from '../paths.ts';
import type { Inbox } from '../routes/use-inbox.ts';
import { useTextContext } from '../routes/use-text-context.ts';
import { showArrivedCoins } from '../state/incoming.ts';
import { useSettings } from '../state/settings.ts';
import { closeToast, isToastShown, showToast } from '../state/toast.ts';

/** Long enough to read it and reach its button. */
const SHOWN_FOR_MS = 8_000;

/** What happened longer ago was found late, as when a private balance was opened: the inbox has it. */
const RECENT_MS = 5 * 60_000;

/** Shows a toast, and marks the coins, when money arrives that the page didn't know of: one for several payments. */
export function useAnnouncedArrivals({ state, items }: Pick<Inbox, 'state' | 'items'>): void {
  const [openedAt] = useState(() => Date.now());
  const known = useRef<Set<string> | null>(null);
  const announcement = useAnnouncement();
  const announce = useEffectEvent(announcement);
  useEffect(() => {
    if (state !== 'ready') return;
    const arrivals = items.filter(isArrival);
    const before = known.current;
    known.current = new Set([...(before ?? []), ...arrivals.map(({ id }) => id)]);
    if (before === null) return;
    const fresh = arrivals.filter(({ id, at }) => !before.has(id) && at > openedAt - RECENT_MS);
    if (fresh.length > 0) announce(fresh);
  }, [state, items, openedAt]);
}

function isArrival(item: InboxItem): item is ArrivalItem {
  return item.kind === 'arrival';
}

function useAnnouncement() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const context = useTextContext();
  const hasPaymentNotes = useSettings((settings) => settings.hasPaymentNotes);
  const shown = useRef<{ readonly id: number; readonly arrivals: readonly ArrivalItem[] }>(null);
  // Whoever signs in next must not see what someone else got.
  useEffect(
    () => () => {
      if (shown.current !== null) closeToast(shown.current.id);
    },
    [],
  );
  return (fresh: readonly ArrivalItem[]) => {
    void refreshRequests(client);
    showArrivedCoins(fresh.flatMap(({ entry: { amount } }) => arrivedCoin(amount)));
    if (!hasPaymentNotes) return;
    const last = shown.current;
    const isAdded = last !== null && isToastShown(last.id);
    const arrivals = isAdded ? [...fresh, ...last.arrivals] : fresh;
    if (isAdded) closeToast(last.id);
    const [newest, ...others] = arrivals;
    const to = newest === undefined || others.length > 0 ? paths.inbox : pathOf(newest);
    const id = showToast(t('Money arrived'), {
      content: (
        <ArrivalToast
          arrivals={arrivals}
          context={context}
          onView={() => {
            closeToast(id);
            navigate(to);
          }}
        />
      ),
      lastsMs: SHOWN_FOR_MS,
    });
    shown.current = { id, arrivals };
  };
}

function arrivedCoin({ mode, tokenId }: ArrivalItem['entry']['amount']) {
  return tokenId === null ? [] : [{ mode, tokenId }];
}

function pathOf({ entry }: ArrivalItem): string {
  return paths.activityEntry(entry.id);
}
