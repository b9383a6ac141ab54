import { t } from '#language/t';
import { amountIn, amountsIn } from './content-texts.ts';
import {
  type NoticeContent,
  type NoticeText,
  sentences,
  withoutArrivalMails,
  withoutPaymentMails,
} from './notice-text.ts';
import { paymentSentence } from './payment-sentences.ts';

/** The texts of notices about payments. */
export const paymentTexts = {
  'operation-confirmed': (content) => confirmedText(content),
  'operation-reverted': (content) =>
    content.arrived === undefined
      ? paymentText(
          content,
          t('Your payment didn’t go through'),
          sentences(
            paymentSentence('failed', content),
            t('The network rejected it and took only its fee.'),
          ),
        )
      : paymentText(
          content,
          t('Your payment may not have arrived'),
          sentences(
            paymentSentence('doubtful', content),
            t(
              'The network accepted it and took its fee, but the token recorded no transfer. Check with the recipient before you try again.',
            ),
          ),
        ),
  'operation-replaced': (content) => {
    if (content.isPaidInPart !== undefined) {
      return paymentText(
        content,
        t('Only part of your payment arrived'),
        t(
          'Only part of a private payment you made arrived. Your private history shows how much. Check it before you send the rest.',
        ),
      );
    }
    return content.cancelReason === undefined ? unsentText(content) : cancelledText(content);
  },
  'money-received': (content) => receivedText(content),
} satisfies Readonly<Record<string, (content: NoticeContent) => NoticeText>>;

function unsentText(content: NoticeContent): NoticeText {
  const why = t('Another transaction replaced it.');
  const sentence = sentences(paymentSentence('unsent', content), why);
  return paymentText(content, t('Your payment wasn’t sent'), sentence);
}

function cancelledText(content: NoticeContent): NoticeText {
  const outcome = t('Nothing was sent.');
  const sentence = sentences(paymentSentence('cancelled', content), outcome);
  return paymentText(content, t('Your payment was cancelled'), sentence);
}

function confirmedText(content: NoticeContent): NoticeText {
  switch (content.claim) {
    case 'made':
      return paymentText(
        content,
        t('Your payment by link is final'),
        sentences(
          paymentSentence('final', content),
          t(
            'We’ll email you when it’s claimed. If no one claims it within 30 days, it comes back to you.',
          ),
        ),
      );
    case 'claimed':
      return paymentText(content, t('The money you claimed has arrived'), claimedIn(content));
    case 'returned':
      return paymentText(content, t('Your payment by link came back'), returnedIn(content));
    default:
      return paymentText(
        content,
        t('Your payment is final'),
        sentences(paymentSentence('final', content), keptIn(content)),
      );
  }
}

function claimedIn({ what, ...content }: NoticeContent): string {
  if (what === undefined) return t('The money that you claimed is in your wallet.');
  const amount = amountIn(what);
  return sentences(
    t('You claimed {amount}. It’s in your public balance.', { amount }),
    keptIn(content),
  );
}

function returnedIn({ what, ...content }: NoticeContent): string {
  if (what === undefined) {
    return t('No one claimed a payment that you sent by link. It’s back in your wallet.');
  }
  const amount = amountIn(what);
  return sentences(
    t('No one claimed the {amount} that you sent by link. It’s back in your public balance.', {
      amount,
    }),
    keptIn(content),
  );
}

/** Of a private payment, neither amount nor sender. */
function receivedText({ what, privateCount = '0', link }: NoticeContent): NoticeText {
  const publicly =
    what === undefined
      ? null
      : t('You received {amounts} in your public balance.', { amounts: amountsIn(what) });
  const isOnlyPublic = privateCount === '0' && publicly !== null;
  return {
    subject: t('You received money'),
    paragraphs: [
      sentences(publicly, isOnlyPublic ? null : privatelyIn(privateCount)),
      withoutArrivalMails(),
    ],
    sms: null,
    ...(link !== undefined && { link }),
  };
}

/** Nothing is known where even the number of private payments is not. */
function privatelyIn(count: string): string {
  switch (count) {
    case '0':
      return t('You received money.');
    case '1':
      return t('You received a private payment.');
    default:
      return t('You received private payments.');
  }
}

function paymentText({ link }: NoticeContent, subject: string, sentence: string): NoticeText {
  return {
    subject,
    paragraphs: [sentence, withoutPaymentMails()],
    sms: null,
    ...(link !== undefined && { link }),
  };
}

function keptIn({ arrived, kept }: NoticeContent): string | null {
  if (arrived === undefined || kept === undefined) return null;
  return t('{arrived} arrived; the token kept {kept}.', {
    arrived: amountIn(arrived),
    kept: amountIn(kept),
  });
}
