import { t } from '#language/t';
import type { NOTIFICATION_CHANNELS, NOTIFICATION_TOPICS } from '#wire/auth/notification-settings';

export type Topic = (typeof NOTIFICATION_TOPICS)[number];
export type Channel = (typeof NOTIFICATION_CHANNELS)[number];

export const TOPIC_TEXTS: Readonly<
  Record<Topic, { readonly title: string; readonly more: string }>
> = {
  arrivals: { title: t('Money arrives'), more: t('Payments and deposits to you') },
  payments: { title: t('My payments finish'), more: t('Final, failed or returned') },
  links: { title: t('Links and requests'), more: t('Claimed, paid or expired') },
};

export const CHANNEL_TEXTS: Readonly<Record<Channel, string>> = {
  inbox: t('In Kax'),
  push: t('Push'),
  email: t('Email'),
};

/** @returns the name of a choice, as in 'Money arrives, in Kax' */
export function choiceName(topic: Topic, channel: Channel): string {
  const { title } = TOPIC_TEXTS[topic];
  if (channel === 'inbox') return t('{topic}, in Kax', { topic: title });
  return channel === 'push'
    ? t('{topic}, push', { topic: title })
    : t('{topic}, email', { topic: title });
}
