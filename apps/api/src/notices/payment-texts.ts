import type { CancellationReason } from '#domain/operation/operation';
import type { NoticeContent, NoticeText } from './notice-text.ts';

/** At the end of an email about a payment. */
const WITHOUT_MAILS =
  'You can turn these emails off under “Settings”, “Transaction Notifications”. If you didn’t make this payment, terminate your other sessions and change your password immediately.';

/** The texts of notices about payments. */
export const paymentTexts = {
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
} satisfies Readonly<Record<string, (content: NoticeContent) => NoticeText>>;

function paymentText({ link }: NoticeContent, subject: string, sentence: string): NoticeText {
  return {
    subject,
    paragraphs: [sentence, WITHOUT_MAILS],
    sms: null,
    ...(link !== undefined && { link }),
  };
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
