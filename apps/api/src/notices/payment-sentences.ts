import type { CancellationReason } from '#domain/operation/operation';
import { t } from '#language/t';
import { amountIn } from './content-texts.ts';
import type { NoticeContent } from './notice-text.ts';

/** What happened to a payment. */
type PaymentEnd = 'final' | 'failed' | 'doubtful' | 'unsent' | 'cancelled';

/** @returns a sentence about a payment, without amount and recipient, except for what is public anyway */
export function paymentSentence(end: PaymentEnd, content: NoticeContent): string {
  const sentenceByPayment = end === 'cancelled' ? cancelled(content) : SENTENCES[end];
  const { what, to, claim } = content;
  const amount = what === undefined ? null : amountIn(what);
  switch (claim) {
    case 'made':
    case 'claimed':
    case 'returned':
      return sentenceByPayment[claim](amount);
    default:
      return amount === null || to === undefined
        ? sentenceByPayment.unknown()
        : sentenceByPayment.sent({ amount, recipient: to });
  }
}

/** One sentence for each payment that it may be about. */
interface SentenceByPayment {
  readonly made: (amount: string | null) => string;
  readonly claimed: (amount: string | null) => string;
  readonly returned: (amount: string | null) => string;
  readonly sent: (payment: { readonly amount: string; readonly recipient: string }) => string;
  readonly unknown: () => string;
}

function cancelled({ cancelReason = '' }: NoticeContent): SentenceByPayment {
  return isReason(cancelReason) ? CANCELLED[cancelReason] : CANCELLED_SOMEHOW;
}

function isReason(reason: string): reason is CancellationReason {
  return Object.hasOwn(CANCELLED, reason);
}

const SENTENCES: Readonly<Record<Exclude<PaymentEnd, 'cancelled'>, SentenceByPayment>> = {
  final: {
    made: (amount) =>
      amount === null
        ? t('Your payment by link is final.')
        : t('Your payment of {amount} by link is final.', { amount }),
    claimed: (amount) =>
      amount === null
        ? t('Your claim of a payment is final.')
        : t('Your claim of {amount} is final.', { amount }),
    returned: (amount) =>
      amount === null
        ? t('The return of a payment by link is final.')
        : t('The return of {amount} is final.', { amount }),
    sent: (payment) => t('Your payment of {amount} to {recipient} is final.', payment),
    unknown: () => t('A payment you made is final.'),
  },
  failed: {
    made: (amount) =>
      amount === null
        ? t('Your payment by link didn’t go through.')
        : t('Your payment of {amount} by link didn’t go through.', { amount }),
    claimed: (amount) =>
      amount === null
        ? t('Your claim of a payment didn’t go through.')
        : t('Your claim of {amount} didn’t go through.', { amount }),
    returned: (amount) =>
      amount === null
        ? t('The return of a payment by link didn’t go through.')
        : t('The return of {amount} didn’t go through.', { amount }),
    sent: (payment) => t('Your payment of {amount} to {recipient} didn’t go through.', payment),
    unknown: () => t('A payment you made didn’t go through.'),
  },
  doubtful: {
    made: (amount) =>
      amount === null
        ? t('Your payment by link may not have arrived.')
        : t('Your payment of {amount} by link may not have arrived.', { amount }),
    claimed: (amount) =>
      amount === null
        ? t('Your claim of a payment may not have arrived.')
        : t('Your claim of {amount} may not have arrived.', { amount }),
    returned: (amount) =>
      amount === null
        ? t('The return of a payment by link may not have arrived.')
        : t('The return of {amount} may not have arrived.', { amount }),
    sent: (payment) => t('Your payment of {amount} to {recipient} may not have arrived.', payment),
    unknown: () => t('A payment you made may not have arrived.'),
  },
  unsent: {
    made: (amount) =>
      amount === null
        ? t('Your payment by link wasn’t sent.')
        : t('Your payment of {amount} by link wasn’t sent.', { amount }),
    claimed: (amount) =>
      amount === null
        ? t('Your claim of a payment wasn’t sent.')
        : t('Your claim of {amount} wasn’t sent.', { amount }),
    returned: (amount) =>
      amount === null
        ? t('The return of a payment by link wasn’t sent.')
        : t('The return of {amount} wasn’t sent.', { amount }),
    sent: (payment) => t('Your payment of {amount} to {recipient} wasn’t sent.', payment),
    unknown: () => t('A payment you made wasn’t sent.'),
  },
};

/** By why it was cancelled. */
const CANCELLED: Readonly<Record<CancellationReason, SentenceByPayment>> = {
  user: {
    made: (amount) =>
      amount === null
        ? t('Your payment by link was cancelled, as you asked.')
        : t('Your payment of {amount} by link was cancelled, as you asked.', { amount }),
    claimed: (amount) =>
      amount === null
        ? t('Your claim of a payment was cancelled, as you asked.')
        : t('Your claim of {amount} was cancelled, as you asked.', { amount }),
    returned: (amount) =>
      amount === null
        ? t('The return of a payment by link was cancelled, as you asked.')
        : t('The return of {amount} was cancelled, as you asked.', { amount }),
    sent: (payment) =>
      t('Your payment of {amount} to {recipient} was cancelled, as you asked.', payment),
    unknown: () => t('A payment you made was cancelled, as you asked.'),
  },
  expired: {
    made: (amount) =>
      amount === null
        ? t('Your payment by link was cancelled because it wasn’t confirmed within 24 hours.')
        : t(
            'Your payment of {amount} by link was cancelled because it wasn’t confirmed within 24 hours.',
            { amount },
          ),
    claimed: (amount) =>
      amount === null
        ? t('Your claim of a payment was cancelled because it wasn’t confirmed within 24 hours.')
        : t('Your claim of {amount} was cancelled because it wasn’t confirmed within 24 hours.', {
            amount,
          }),
    returned: (amount) =>
      amount === null
        ? t(
            'The return of a payment by link was cancelled because it wasn’t confirmed within 24 hours.',
          )
        : t('The return of {amount} was cancelled because it wasn’t confirmed within 24 hours.', {
            amount,
          }),
    sent: (payment) =>
      t(
        'Your payment of {amount} to {recipient} was cancelled because it wasn’t confirmed within 24 hours.',
        payment,
      ),
    unknown: () =>
      t('A payment you made was cancelled because it wasn’t confirmed within 24 hours.'),
  },
  operator: {
    made: (amount) =>
      amount === null
        ? t('Your payment by link was cancelled by Kax before the network confirmed it.')
        : t(
            'Your payment of {amount} by link was cancelled by Kax before the network confirmed it.',
            { amount },
          ),
    claimed: (amount) =>
      amount === null
        ? t('Your claim of a payment was cancelled by Kax before the network confirmed it.')
        : t('Your claim of {amount} was cancelled by Kax before the network confirmed it.', {
            amount,
          }),
    returned: (amount) =>
      amount === null
        ? t('The return of a payment by link was cancelled by Kax before the network confirmed it.')
        : t('The return of {amount} was cancelled by Kax before the network confirmed it.', {
            amount,
          }),
    sent: (payment) =>
      t(
        'Your payment of {amount} to {recipient} was cancelled by Kax before the network confirmed it.',
        payment,
      ),
    unknown: () => t('A payment you made was cancelled by Kax before the network confirmed it.'),
  },
};

const CANCELLED_SOMEHOW: SentenceByPayment = {
  made: (amount) =>
    amount === null
      ? t('Your payment by link was cancelled.')
      : t('Your payment of {amount} by link was cancelled.', { amount }),
  claimed: (amount) =>
    amount === null
      ? t('Your claim of a payment was cancelled.')
      : t('Your claim of {amount} was cancelled.', { amount }),
  returned: (amount) =>
    amount === null
      ? t('The return of a payment by link was cancelled.')
      : t('The return of {amount} was cancelled.', { amount }),
  sent: (payment) => t('Your payment of {amount} to {recipient} was cancelled.', payment),
  unknown: () => t('A payment you made was cancelled.'),
};
