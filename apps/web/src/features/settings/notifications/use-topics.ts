import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { t } from '#language/t';
import type { Notifications } from '#wire/auth/notification-settings';
import { useInOrder } from '../../../lib/use-in-order.ts';
import { showToast } from '../../../state/toast.ts';
import { changeNotificationSettings } from '../api/change-notification-settings.ts';
import { NOTIFICATIONS_KEY, useNotificationSettings } from '../api/notification-settings.ts';
import { type Channel, choiceName, type Topic } from './topics.ts';

/** What the user is notified of, and where: changed immediately, and back again when the server refuses. */
export function useTopics() {
  const { data, isError, isFetching, refetch } = useNotificationSettings();
  const client = useQueryClient();
  const latest = useRef(0);
  const inOrder = useInOrder();

  const show = (topic: Topic, channel: Channel, isWanted: boolean) =>
    client.setQueryData<Notifications>(NOTIFICATIONS_KEY, (known) =>
      known === undefined ? undefined : withChoice(known, { topic, channel, isWanted }),
    );

  async function change(topic: Topic, channel: Channel, isWanted: boolean) {
    latest.current += 1;
    const mine = latest.current;
    await client.cancelQueries({ queryKey: NOTIFICATIONS_KEY });
    show(topic, channel, isWanted);
    const result = await inOrder(() => changeNotificationSettings({ topic, channel, isWanted }));
    if (result.ok) {
      if (mine === latest.current) client.setQueryData(NOTIFICATIONS_KEY, result.data.data);
      return;
    }
    show(topic, channel, !isWanted);
    // Not approved: nothing happened, and the user knows.
    if (result.error.code === 'aborted') return;
    // Without a response, the server may have stored it all the same.
    if (mine === latest.current) void refetch();
    const values = { choice: choiceName(topic, channel), message: result.error.message };
    const text = isWanted
      ? t('“{choice}” is still off. {message}', values)
      : t('“{choice}” is still on. {message}', values);
    showToast(text, { tone: 'error' });
  }

  return {
    /** Undefined until known. */
    topics: data?.topics,
    hasFailed: data === undefined && isError,
    isRetrying: isFetching,
    retry: () => void refetch(),
    change: (topic: Topic, channel: Channel, isWanted: boolean) =>
      void change(topic, channel, isWanted),
  };
}

interface Choice {
  readonly topic: Topic;
  readonly channel: Channel;
  readonly isWanted: boolean;
}

function withChoice(
  { topics }: Notifications,
  { topic, channel, isWanted }: Choice,
): Notifications {
  const changed = { ...topics, [topic]: { ...topics[topic], [channel]: isWanted } };
  return { paymentMails: changed.payments.email, topics: changed };
}
