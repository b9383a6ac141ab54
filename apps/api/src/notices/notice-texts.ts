import type { NoticeTopic } from '../ports/outbox.ts';

/** A notice in words: a mail's subject and paragraphs, and the line of a text message. */
export interface NoticeText {
  readonly subject: string;
  /** The code stands between the first paragraph and the others. */
  readonly paragraphs: readonly string[];
  /** Null for a topic that no text message tells of. */
  readonly sms: string | null;
  /** A page of the web app that shows more. */
  readonly link?: string;
}

/** What the words are filled with. */
export type NoticeContent = Readonly<Record<string, string>>;

/** At the end of a mail about a payment. */
const WITHOUT_MAILS =
  'You can switch these mails off under “Settings”, “Transaction Notifications”. If you did not make this payment, end your other sessions and change your password at once.';

const NOT_YOU =
  'If this was not you, reset your password at once: that ends every session, and your wallet stays yours.';

/** The words of each notice. Source of the content's keys: `Notice.content`. */
export const textByTopic: Readonly<Record<NoticeTopic, (content: NoticeContent) => NoticeText>> = {
  'registration-codes': () => ({
    subject: 'Your Kax e-mail code',
    paragraphs: [
      'This is one of two codes that finish your registration. The other one came to your phone.',
      'It holds for 10 minutes. If you did not register, ignore this mail: nobody can use one code alone.',
    ],
    sms: 'Your Kax phone code. It holds for 10 minutes. Nobody from Kax asks for it.',
  }),
  'account-exists': () => ({
    subject: 'You already have a Kax account',
    paragraphs: [
      'Somebody tried to register with your e-mail address or your phone number. You have an account already, and nothing about it has changed.',
      'If it was you, sign in. If you forgot your password, choose “Forgot your password?” on the sign-in page: you keep the same wallet.',
    ],
    sms: null,
  }),
  'reset-codes': () => ({
    subject: 'Your Kax code for a new password',
    paragraphs: [
      'This is one of two codes that set a new password. The other one came to your phone.',
      'It holds for 10 minutes. If you did not ask for it, ignore this mail: nobody can use one code alone. Never tell it to anyone.',
    ],
    sms: 'Your Kax phone code for a new password. It holds for 10 minutes. Never tell it to anyone.',
  }),
  'password-reset': ({ ip = '', at = '' }) => ({
    subject: 'Your Kax password was reset',
    paragraphs: [
      `With both codes, a new password was set on ${timeIn(at)} from the address ${ip}. Every session was ended. Your wallet and its addresses are the same.`,
      'For your protection, keys cannot be exported in the next 24 hours.',
      'If this was not you, somebody reads both your mail and your phone. Secure them, and reset your password again.',
    ],
    sms: 'Your Kax password was reset and every session was ended. If this was not you, reset it again now.',
  }),
  'password-changed': ({ ip = '', at = '' }) => ({
    subject: 'Your Kax password was changed',
    paragraphs: [
      `Your password was changed on ${timeIn(at)} from the address ${ip}. Every other session was ended.`,
      NOT_YOU,
    ],
    sms: 'Your Kax password was changed. If this was not you, reset it now.',
  }),
  'new-device': ({ device = '', place = '', ip = '', at = '' }) => ({
    subject: 'New sign-in to Kax',
    paragraphs: [
      `Somebody signed in to your wallet on a device that was not used before: ${device}, ${place}, address ${ip}, on ${timeIn(at)}.`,
      `You can end that session under “User Sessions”. ${NOT_YOU}`,
    ],
    sms: null,
  }),
  'session-reused': ({ ip = '', at = '' }) => ({
    subject: 'A Kax session was ended for your protection',
    paragraphs: [
      `On ${timeIn(at)}, from the address ${ip}, somebody used a key of your session that had been replaced already. Two parties may have held it, so the session was ended.`,
      'Sign in again. If it keeps happening, change your password and check the device you use.',
    ],
    sms: null,
  }),
  'keys-exported': ({ what = '', ip = '', at = '' }) => ({
    subject: 'Keys of your Kax wallet were exported',
    paragraphs: [
      `On ${timeIn(at)}, from the address ${ip}, ${what} of your wallet was exported after the password was entered.`,
      'Whoever has it can move the money, with or without Kax. If this was not you, move your money to another wallet now: a new password does not change keys.',
    ],
    sms: null,
  }),
  'wallet-deleted': ({ at = '' }) => ({
    subject: 'Your Kax wallet was deleted',
    paragraphs: [
      `On ${timeIn(at)} your wallet and your account were deleted. Kax no longer has your keys; only a phrase that you wrote down yourself opens the addresses.`,
    ],
    sms: 'Your Kax wallet and account were deleted.',
  }),
  'operation-confirmed': (content) =>
    paymentText(content, 'Your payment is final', `${paymentIn(content)} is final.`),
  'operation-reverted': (content) =>
    paymentText(
      content,
      'Your payment did not go through',
      `${paymentIn(content)} did not go through. The network refused it and took only its fee.`,
    ),
  'operation-replaced': (content) =>
    paymentText(
      content,
      'Your payment did not go out',
      `${paymentIn(content)} did not go out: another transaction took its place.`,
    ),
};

function paymentText({ link }: NoticeContent, subject: string, sentence: string): NoticeText {
  return {
    subject,
    paragraphs: [sentence, WITHOUT_MAILS],
    sms: null,
    ...(link !== undefined && { link }),
  };
}

/** Without amount and recipient, for everything that is not public anyway. */
function paymentIn({ what, to }: NoticeContent): string {
  return what === undefined || to === undefined
    ? 'A payment that you made'
    : `Your payment of ${what} to ${to}`;
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
