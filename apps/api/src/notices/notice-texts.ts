import type { NoticeTopic } from '../ports/outbox.ts';
import { claimTexts } from './claim-texts.ts';
import { codeTexts } from './code-texts.ts';
import { NOT_YOU, type NoticeContent, type NoticeText, timeIn } from './notice-text.ts';
import { paymentTexts } from './payment-texts.ts';
import { protectionTexts } from './protection-texts.ts';

/** The text of each notice. Source of the content's keys: `Notice.content`. */
export const textByTopic: Readonly<Record<NoticeTopic, (content: NoticeContent) => NoticeText>> = {
  ...codeTexts,
  ...protectionTexts,
  ...paymentTexts,
  ...claimTexts,
  'account-exists': () => ({
    subject: 'You already have a Kax account',
    paragraphs: [
      'Someone tried to sign up with your email address. You already have an account, and nothing about it has changed.',
      'If it was you, sign in. If you forgot your password, choose “Forgot your password?” on the sign-in page. You’ll keep the same wallet.',
    ],
    sms: 'Someone tried to sign up to Kax with your number. You already have an account, and nothing has changed.',
  }),
  'password-reset': ({ ip = '', at = '' }) => ({
    subject: 'Your Kax password was reset',
    paragraphs: [
      `Your password was reset with both codes on ${timeIn(at)}, from IP address ${ip}. We signed you out on every device. Your wallet and addresses are the same.`,
      'For your protection, keys can’t be exported for the next 24 hours.',
      'If this wasn’t you, someone can read both your email and your texts. Secure both, then reset your password again.',
    ],
    sms: "Your Kax password was reset and all devices were signed out. If this wasn't you, reset it again now.",
  }),
  'password-changed': ({ ip = '', at = '' }) => ({
    subject: 'Your Kax password was changed',
    paragraphs: [
      `Your password was changed on ${timeIn(at)}, from IP address ${ip}. We signed out your other devices.`,
      NOT_YOU,
    ],
    sms: "Your Kax password was changed. If this wasn't you, reset it now.",
  }),
  'new-device': ({ device = '', place = '', ip = '', at = '' }) => ({
    subject: 'New sign-in to Kax',
    paragraphs: [
      `Someone signed in to your wallet on a new device: ${device}, ${place}, IP address ${ip}, on ${timeIn(at)}.`,
      `You can terminate that session under “User Sessions”. ${NOT_YOU}`,
    ],
    sms: null,
  }),
  'session-reused': ({ ip = '', at = '' }) => ({
    subject: 'We ended a Kax session for your protection',
    paragraphs: [
      `On ${timeIn(at)}, someone at IP address ${ip} used an old key for your session. The key may have been copied, so we ended the session.`,
      'Sign in again. If this keeps happening, change your password and check your device.',
    ],
    sms: null,
  }),
  'session-copied': ({ ip = '', at = '' }) => ({
    subject: 'We stopped a copy of your Kax session',
    paragraphs: [
      `On ${timeIn(at)}, someone at IP address ${ip} tried to use your session without your device. It only works on that device, so they got nothing. We ended the session.`,
      'Your session may have been copied from your browser. Check its extensions and scan your device, then sign in again.',
    ],
    sms: null,
  }),
  'keys-exported': ({ what = '', ip = '', at = '' }) => ({
    subject: 'Your Kax wallet keys were exported',
    paragraphs: [
      `On ${timeIn(at)}, someone at IP address ${ip} entered your password and exported ${what} of your wallet.`,
      'Anyone who has it can move your money, with or without Kax. If this wasn’t you, move your money to another wallet now. A new password doesn’t change your keys.',
    ],
    sms: null,
  }),
  'wallet-deleted': ({ at = '' }) => ({
    subject: 'Your Kax wallet was deleted',
    paragraphs: [
      `Your wallet and account were deleted on ${timeIn(at)}. Kax no longer has your keys. Only a backup of your own can open your addresses.`,
    ],
    sms: 'Your Kax wallet and account were deleted.',
  }),
};
