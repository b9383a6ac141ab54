import type { CancellationReason } from '#domain/operation/operation';
import {
  type NoticeContent,
  type NoticeText,
  WITHOUT_ARRIVAL_MAILS,
  WITHOUT_PAYMENT_MAILS,
} from './notice-text.ts';

/** The texts of notices about payments. */
export const paymentTexts = {
  'operation-confirmed': (content) => confirmedText(content),
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
  'money-received': (content) => receivedText(content),
} satisfies Readonly<Record<string, (content: NoticeContent) => NoticeText>>;

function confirmedText(content: NoticeContent): NoticeText {
  const { claim, what } = content;
  switch (claim) {
    case 'made':
      return paymentText(
        content,
        'Your payment by link is final',
        `${paymentIn(content)} is final. We’ll email you when it’s claimed. If no one claims it within 30 days, it comes back to you.`,
      );
    case 'claimed':
      return paymentText(
        content,
        'The money you claimed has arrived',
        what === undefined
          ? 'The money that you claimed is in your wallet.'
          : `You claimed ${what}. It’s in your public balance.${keptIn(content)}`,
      );
    case 'returned':
      return paymentText(
        content,
        'Your payment by link came back',
        what === undefined
          ? 'No one claimed a payment that you sent by link. It’s back in your wallet.'
          : `No one claimed the ${what} that you sent by link. It’s back in your public balance.${keptIn(content)}`,
      );
    default:
      return paymentText(
        content,
        'Your payment is final',
        `${paymentIn(content)} is final.${keptIn(content)}`,
      );
  }
}

/** Of a private payment, neither amount nor sender. */
function receivedText({ what, privateCount = '0', link }: NoticeContent): NoticeText {
  const privately = PRIVATELY[privateCount] ?? 'private payments';
  const sentences = [
    ...(what === undefined ? [] : [`You received ${what} in your public balance.`]),
    ...(privateCount === '0' && what !== undefined ? [] : [`You received ${privately}.`]),
  ];
  return {
    subject: 'You received money',
    paragraphs: [sentences.join(' '), WITHOUT_ARRIVAL_MAILS],
    sms: null,
    ...(link !== undefined && { link }),
  };
}

/** By how many there were; nothing is known where even that is not. */
const PRIVATELY: Readonly<Record<string, string>> = { '0': 'money', '1': 'a private payment' };

function paymentText({ link }: NoticeContent, subject: string, sentence: string): NoticeText {
  return {
    subject,
    paragraphs: [sentence, WITHOUT_PAYMENT_MAILS],
    sms: null,
    ...(link !== undefined && { link }),
  };
}

/** Without amount and recipient, except for what is public anyway. */
function paymentIn({ what, to, claim }: NoticeContent): string {
  const of = what === undefined ? '' : ` of ${what}`;
  if (claim === 'made') return `Your payment${of} by link`;
  if (claim === 'claimed')
    return what === undefined ? 'Your claim of a payment' : `Your claim${of}`;
  if (claim === 'returned') return `The return${of || ' of a payment by link'}`;
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
