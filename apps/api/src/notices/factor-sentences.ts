import { t } from '#language/t';
import { timeIn } from './content-texts.ts';
import type { NoticeContent } from './notice-text.ts';

export function factorAdded(content: NoticeContent): string {
  const event = eventIn(content);
  switch (content.what) {
    case 'passkey':
      return t('Someone added a passkey to your account on {time}, from IP address {ip}.', event);
    case 'app':
      return t(
        'Someone added an authenticator app to your account on {time}, from IP address {ip}.',
        event,
      );
    default:
      return t(
        'Someone added a second factor to your account on {time}, from IP address {ip}.',
        event,
      );
  }
}

export function factorAddedInShort({ what }: NoticeContent): string {
  switch (what) {
    case 'passkey':
      return t('Someone added a passkey to your Kax account.');
    case 'app':
      return t('Someone added an authenticator app to your Kax account.');
    default:
      return t('Someone added a second factor to your Kax account.');
  }
}

export function factorRemoved(content: NoticeContent): string {
  const event = eventIn(content);
  switch (content.what) {
    case 'passkey':
      return t(
        'Someone removed a passkey from your account on {time}, from IP address {ip}.',
        event,
      );
    case 'app':
      return t(
        'Someone removed an authenticator app from your account on {time}, from IP address {ip}.',
        event,
      );
    default:
      return t(
        'Someone removed a second factor from your account on {time}, from IP address {ip}.',
        event,
      );
  }
}

export function factorRemovedInShort({ what }: NoticeContent): string {
  switch (what) {
    case 'passkey':
      return t('Someone removed a passkey from your Kax account.');
    case 'app':
      return t('Someone removed an authenticator app from your Kax account.');
    default:
      return t('Someone removed a second factor from your Kax account.');
  }
}

function eventIn({ ip = '', at = '' }: NoticeContent) {
  return { time: timeIn(at), ip };
}
