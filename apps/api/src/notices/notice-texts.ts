import type { CancellationReason } from '#domain/operation/operation';
import type { NoticeTopic } from '../ports/outbox.ts';

/** The text of a notice: an email's subject and paragraphs, and the line of a text message. */
export interface NoticeText {
  readonly subject: string;
  /** The code is between the first paragraph and the others. */
  readonly paragraphs: readonly string[];
  /** Null for a topic without a text message. */
  readonly sms: string | null;
  /** A page of the web app that shows more. */
  readonly link?: string;
}

/** The values of a text's placeholders. */
export type NoticeContent = Readonly<Record<string, string>>;

/** At the end of an email about a payment. */
const WITHOUT_MAILS =
  'You can turn these emails off under “Settings”, “Transaction Notifications”. If you didn’t make this payment, terminate your other sessions and change your password immediately.';

const NOT_YOU =
  'If this wasn’t you, reset your password immediately. This ends every session and keeps your wallet yours.';

/** The text of each notice. Source of the content's keys: `Notice.content`. */
export const textByTopic: Readonly<Record<NoticeTopic, (content: NoticeContent) => NoticeText>> = {
  'registration-codes': (content) => ({
    subject: 'Your Kax email code',
    paragraphs: [
      isTextLater(content)
        ? 'Enter this code, and we’ll text you the other one to finish creating your account.'
        : 'Enter this code with the one we texted you to finish creating your account.',
      `${requestIn(content)}It works only there and expires in 10 minutes. If you didn’t sign up, ignore this email. No one can use one code alone.`,
    ],
    sms: `Your Kax phone code${forDeviceIn(content)}. It expires in 10 minutes. No one from Kax will ask for it.`,
  }),
  'account-exists': () => ({
    subject: 'You already have a Kax account',
    paragraphs: [
      'Someone tried to sign up with your email address. You already have an account, and nothing about it has changed.',
      'If it was you, sign in. If you forgot your password, choose “Forgot your password?” on the sign-in page. You’ll keep the same wallet.',
    ],
    sms: 'Someone tried to sign up to Kax with your number. You already have an account, and nothing has changed.',
  }),
  'reset-codes': (content) => ({
    subject: 'Your Kax email code for a new password',
    paragraphs: [
      isTextLater(content)
        ? 'Enter this code, and we’ll text you the other one to set a new password.'
        : 'Enter this code with the one we texted you to set a new password.',
      `${requestIn(content)}It works only there and expires in 10 minutes. If you didn’t request it, ignore this email. No one can use one code alone. Never share it with anyone.`,
    ],
    sms: `Your Kax phone code for a new password${forDeviceIn(content)}. It expires in 10 minutes. Never share it with anyone.`,
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
  'operation-confirmed': (content) =>
    paymentText(
      content,
      'Your payment is final',
      `${paymentIn(content)} is final.${keptIn(content)}`,
    ),
  'operation-reverted': (content) =>
    content.arrived === undefined
      ? paymentText(
          content,
          'Your payment didn’t go through',
          `${paymentIn(content)} didn’t go through. The network rejected it and took only its fee.`,
        )
      : paymentText(
          content,
          'Your payment may not have arrived',
          `${paymentIn(content)} may not have arrived. The network accepted it and took its fee, but the token recorded no transfer. Check with the recipient before you try again.`,
        ),
  'operation-replaced': (content) => {
    const what = paymentIn(content);
    if (content.isPaidInPart !== undefined) {
      return paymentText(
        content,
        'Only part of your payment arrived',
        'Only part of a private payment you made arrived. Your private history shows how much. Check it before you send the rest.',
      );
    }
    return content.cancelReason === undefined
      ? paymentText(
          content,
          'Your payment wasn’t sent',
          `${what} wasn’t sent. Another transaction replaced it.`,
        )
      : paymentText(
          content,
          'Your payment was cancelled',
          `${what} was cancelled${becauseIn(content)}. Nothing was sent.`,
        );
  },
};

function paymentText({ link }: NoticeContent, subject: string, sentence: string): NoticeText {
  return {
    subject,
    paragraphs: [sentence, WITHOUT_MAILS],
    sms: null,
    ...(link !== undefined && { link }),
  };
}

function isTextLater({ isTextLater: later }: NoticeContent): boolean {
  return later !== undefined;
}

/** Tells several requests apart: a stranger may have made another one. */
function requestIn({ device, place }: NoticeContent): string {
  if (device === undefined || place === undefined) return '';
  return `Someone requested it with ${device}, in ${place}. `;
}

function forDeviceIn({ device }: NoticeContent): string {
  return device === undefined ? '' : `, requested with ${device}`;
}

/** Without amount and recipient, except for what is public anyway. */
function paymentIn({ what, to }: NoticeContent): string {
  return what === undefined || to === undefined
    ? 'A payment you made'
    : `Your payment of ${what} to ${to}`;
}

/** By why an operation was cancelled. */
const BECAUSE: Readonly<Record<string, string>> = {
  user: ', as you asked',
  expired: ' because it wasn’t confirmed within 24 hours',
  operator: ' by Kax before the network confirmed it',
} satisfies Record<CancellationReason, string>;

function becauseIn({ cancelReason = '' }: NoticeContent): string {
  return BECAUSE[cancelReason] ?? '';
}

function keptIn({ arrived, kept }: NoticeContent): string {
  if (arrived === undefined || kept === undefined) return '';
  return ` ${arrived} arrived; the token kept ${kept}.`;
}

/** @returns as in `21 November 2026, 14:05 UTC` */
function timeIn(iso: string): string {
  const time = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${time.format(new Date(iso)).replace(' at ', ', ')} UTC`;
}
