import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '#language/t';
import { useMarkRead } from '../features/activity/api/inbox-state.ts';
import { newestOf } from '../features/activity/inbox/inbox-items.ts';
import { showToast } from '../state/toast.ts';
import type { Inbox } from './use-inbox.ts';

/** How long a page is open until what it shows counts as read. */
const READ_AFTER_MS = 2_000;

/**
 * Stores that what the page shows was read: after a moment, and when the page is left. What was new when it was opened
 * stays so while it is open.
 * @returns what is new on the page, and what marks all of it as read
 */
export function useReadingInbox({ state, items, readUntil, isComplete }: Inbox) {
  const [opened, setOpened] = useState(readUntil);
  if (opened === null && readUntil !== null) setOpened(readUntil);
  const markRead = useMarkRead();
  const newest = state === 'ready' ? newestOf(items) : null;
  // Older items that are still to come would never be new.
  const unread =
    isComplete && readUntil !== null && newest !== null && newest > readUntil ? newest : null;
  const readWhenLeft = useEffectEvent(() => {
    if (unread !== null) void markRead(unread);
  });
  useEffect(() => () => readWhenLeft(), []);
  useEffect(() => {
    if (unread === null) return;
    const timer = setTimeout(() => void markRead(unread), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [unread, markRead]);

  async function markAll() {
    if (newest === null) return;
    setOpened(newest);
    const result = await markRead(newest);
    if (!result.ok) showToast(t('Couldn’t mark your inbox as read. Try again.'), { tone: 'error' });
  }
  return { readUntil: opened, markAll };
}
