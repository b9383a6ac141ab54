import { type NoticeContent, type NoticeText, WITHOUT_PAYMENT_MAILS } from './notice-text.ts';

const KAX = 'Kax is a wallet for keeping and sending digital money such as USDC.';
/** Longer names would fill the subject. */
const LONGEST_NAME = 40;
const LONGEST_AMOUNT = 24;

/** The texts of payments by link. What their senders write is on the page alone, so that no one mails through us. */
export const claimTexts = {
  'claim-sent': (content) => ({
    subject: `${sender(content)} sent you ${amount(content)}`,
    paragraphs: [
      `${sender(content)} sent you ${content.what ?? 'money'} with Kax.${claimBy(content)}`,
      'Only you can claim it: sign in, or create an account with this email address. Claiming it is free.',
      `${KAX} If you don’t know ${firstName(content)}, ignore this email.`,
    ],
    sms: `${sender(content)} sent you ${amount(content)} with Kax. ${inText(content)}`,
    linkText: 'See and claim your money',
  }),
  'claim-reminder': (content) => ({
    subject: `Waiting for you: ${amount(content)} from ${sender(content)}`,
    paragraphs: [
      `${sender(content)} sent you ${content.what ?? 'money'} with Kax, and you haven’t claimed it yet.${claimBy(content)}`,
      `You’ll find the link in our ${on(content.sent, 'email from ', 'earlier email')}. If you no longer have it, ask ${firstName(content)} to send it again.`,
      `${KAX} If you don’t know ${firstName(content)}, ignore this email.`,
    ],
    sms: `${sender(content)} sent you ${amount(content)} with Kax. ${inText(content)} Use the link in our ${on(content.sent, 'text from ', 'earlier text')}.`,
  }),
  'claim-reminder-link': (content) => ({
    subject: `${sender(content)} reminds you of ${amount(content)}`,
    paragraphs: [
      `${sender(content)} sent you ${content.what ?? 'money'} with Kax and asks you to claim it.${claimBy(content)}`,
      'Only you can claim it: sign in, or create an account with this email address. Claiming it is free.',
      `${KAX} If you don’t know ${firstName(content)}, ignore this email.`,
    ],
    sms: `${sender(content)} asks you to claim ${amount(content)} in Kax. ${inText(content)}`,
    linkText: 'See and claim your money',
  }),
  'claim-claimed': ({ link }) => ({
    subject: 'Your payment by link was claimed',
    paragraphs: [
      'Your recipient claimed a payment that you sent by link. It arrived in their wallet.',
      WITHOUT_PAYMENT_MAILS,
    ],
    sms: null,
    ...(link !== undefined && { link }),
  }),
  'claim-expired': ({ link }) => ({
    subject: 'No one claimed your payment by link',
    paragraphs: [
      'No one claimed a payment that you sent by link in 30 days. Sign in, and it comes back to you automatically.',
      'The fee for that is already set aside. Until you sign in, the money stays where it is.',
      WITHOUT_PAYMENT_MAILS,
    ],
    sms: null,
    ...(link !== undefined && { link }),
  }),
} satisfies Readonly<Record<string, (content: NoticeContent) => NoticeText>>;

/** As they registered; left out of a notice when it looks like a link. */
function sender({ from = 'Someone' }: NoticeContent): string {
  return from.length > LONGEST_NAME ? `${from.slice(0, LONGEST_NAME - 1).trimEnd()}…` : from;
}

/** The sender where the sentence already named them. */
function firstName(content: NoticeContent): string {
  return content.from === undefined ? 'them' : (sender(content).split(' ')[0] ?? '');
}

function amount({ what = 'money' }: NoticeContent): string {
  return what.length > LONGEST_AMOUNT ? 'money' : what;
}

function claimBy(content: NoticeContent): string {
  const day = dayIn(content.until);
  return day === null ? '' : ` Claim it by ${day}, or it goes back to ${firstName(content)}.`;
}

/** With a straight apostrophe: a curly one makes a text message twice as long. */
function inText(content: NoticeContent): string {
  const day = dayIn(content.until);
  const ignore = `If you don't know ${firstName(content)}, ignore this.`;
  return day === null ? ignore : `Claim it by ${day}. ${ignore}`;
}

function on(iso: string | undefined, before: string, otherwise: string): string {
  const day = dayIn(iso);
  return day === null ? otherwise : `${before}${day}`;
}

/** @returns as in `12 December 2026`, in UTC; null for what is no time */
function dayIn(iso: string | undefined): string | null {
  const time = Date.parse(iso ?? '');
  if (Number.isNaN(time)) return null;
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(time);
}
