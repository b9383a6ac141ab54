import { t } from '#language/t';
import type { NoticeTopic } from '../ports/outbox.ts';
import { claimTexts } from './claim-texts.ts';
import { codeTexts } from './code-texts.ts';
import { contactTexts } from './contact-texts.ts';
import { originIn, timeIn } from './content-texts.ts';
import { type NoticeContent, type NoticeText, notYou, sentences } from './notice-text.ts';
import { paymentTexts } from './payment-texts.ts';
import { protectionTexts } from './protection-texts.ts';

/** The text of each notice. Source of the content's keys: `Notice.content`. */
export const textByTopic: Readonly<Record<NoticeTopic, (content: NoticeContent) => NoticeText>> = {
  ...codeTexts,
  ...protectionTexts,
  ...contactTexts,
  ...paymentTexts,
  ...claimTexts,
  'account-exists': () => ({
    subject: t('You already have a Kax account'),
    paragraphs: [
      t(
        'Someone tried to sign up with your email address. You already have an account, and nothing about it has changed.',
      ),
      t(
        'If it was you, sign in. If you forgot your password, choose “Forgot your password?” on the sign-in page. You’ll keep the same wallet.',
      ),
    ],
    sms: t(
      'Someone tried to sign up to Kax with your number. You already have an account, and nothing has changed.',
    ),
  }),
  'password-reset': ({ ip = '', at = '' }) => ({
    subject: t('Your Kax password was reset'),
    paragraphs: [
      t(
        'Your password was reset with both codes on {time}, from IP address {ip}. We signed you out on every device. Your wallet and addresses are the same.',
        { time: timeIn(at), ip },
      ),
      t('For your protection, keys can’t be exported for the next 24 hours.'),
      t(
        'If this wasn’t you, someone can read both your email and your texts. Secure both, then reset your password again.',
      ),
    ],
    sms: t(
      "Your Kax password was reset and all devices were signed out. If this wasn't you, reset it again now.",
    ),
  }),
  'password-changed': ({ ip = '', at = '' }) => ({
    subject: t('Your Kax password was changed'),
    paragraphs: [
      t(
        'Your password was changed on {time}, from IP address {ip}. We signed out your other devices.',
        { time: timeIn(at), ip },
      ),
      notYou(),
    ],
    sms: t("Your Kax password was changed. If this wasn't you, reset it now."),
  }),
  'new-device': (content) => ({
    subject: t('New sign-in to Kax'),
    paragraphs: [
      signedIn(content),
      sentences(t('You can terminate that session under “User Sessions”.'), notYou()),
    ],
    sms: null,
  }),
  'session-reused': ({ ip = '', at = '' }) => ({
    subject: t('We ended a Kax session for your protection'),
    paragraphs: [
      t(
        'On {time}, someone at IP address {ip} used an old key for your session. The key may have been copied, so we ended the session.',
        { time: timeIn(at), ip },
      ),
      t('Sign in again. If this keeps happening, change your password and check your device.'),
    ],
    sms: null,
  }),
  'session-copied': ({ ip = '', at = '' }) => ({
    subject: t('We stopped a copy of your Kax session'),
    paragraphs: [
      t(
        'On {time}, someone at IP address {ip} tried to use your session without your device. It only works on that device, so they got nothing. We ended the session.',
        { time: timeIn(at), ip },
      ),
      t(
        'Your session may have been copied from your browser. Check its extensions and scan your device, then sign in again.',
      ),
    ],
    sms: null,
  }),
  'keys-exported': (content) => ({
    subject: t('Your Kax wallet keys were exported'),
    paragraphs: [
      exported(content),
      t(
        'Anyone who has it can move your money, with or without Kax. If this wasn’t you, move your money to another wallet now. A new password doesn’t change your keys.',
      ),
    ],
    sms: null,
  }),
  'custody-changed': ({ at = '', ip = '', addresses }) => ({
    subject: t('Only you have the keys of your Kax wallet now'),
    paragraphs:
      addresses === 'kept'
        ? [
            t(
              'On {time}, someone who signed in from {ip} took over the keys of your wallet, and Kax deleted its copy. Your money and your addresses stay. Only your 12 words and your passkeys move your money now, and Kax can’t give them back.',
              { time: timeIn(at), ip },
            ),
            t(
              'If this wasn’t you, move your money to another wallet with your 12 words now, and reset your password.',
            ),
          ]
        : [
            t(
              'On {time}, a new wallet took the place of yours, from {ip}. Kax doesn’t have its keys and can’t give them back.',
              { time: timeIn(at), ip },
            ),
            t(
              'If this wasn’t you, reset your password now. The wallet from before had no money in it; don’t use its addresses from now on.',
            ),
          ],
    sms: null,
  }),
  'wallet-deleted': ({ at = '' }) => ({
    subject: t('Your Kax wallet was deleted'),
    paragraphs: [
      t(
        'Your wallet and account were deleted on {time}. Kax no longer has your keys. Only a backup of your own can open your addresses.',
        { time: timeIn(at) },
      ),
    ],
    sms: t('Your Kax wallet and account were deleted.'),
  }),
};

function signedIn(content: NoticeContent): string {
  const { device, place } = originIn(content);
  const event = eventIn(content);
  if (device === null) {
    return place === null
      ? t(
          'Someone signed in to your wallet on a new device: Unknown device, an unknown location, IP address {ip}, on {time}.',
          event,
        )
      : t(
          'Someone signed in to your wallet on a new device: Unknown device, {place}, IP address {ip}, on {time}.',
          { ...event, place },
        );
  }
  return place === null
    ? t(
        'Someone signed in to your wallet on a new device: {device}, an unknown location, IP address {ip}, on {time}.',
        { ...event, device },
      )
    : t(
        'Someone signed in to your wallet on a new device: {device}, {place}, IP address {ip}, on {time}.',
        { ...event, device, place },
      );
}

function exported(content: NoticeContent): string {
  const event = eventIn(content);
  switch (content.what) {
    case 'private-key':
      return t(
        'On {time}, someone at IP address {ip} entered your password and exported the private key of your wallet.',
        event,
      );
    case 'phrase':
      return t(
        'On {time}, someone at IP address {ip} entered your password and exported the 12-word recovery phrase of your wallet.',
        event,
      );
    case 'file':
      return t(
        'On {time}, someone at IP address {ip} entered your password and exported an encrypted key file of your wallet.',
        event,
      );
    default:
      return t(
        'On {time}, someone at IP address {ip} entered your password and exported keys of your wallet.',
        event,
      );
  }
}

function eventIn({ ip = '', at = '' }: NoticeContent) {
  return { time: timeIn(at), ip };
}
