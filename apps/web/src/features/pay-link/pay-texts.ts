import type { RequestState } from '#domain/payment-request/payment-request';
import { t } from '#language/t';
import { firstNameOf } from '../../contacts/first-name.ts';
import { unitsText } from '../../money-form/amount-text.ts';
import type { LinkedRequest } from './api/find-payment-request.ts';

/** The balance that pays. */
export type PayingBalance = 'public' | 'private';

/** @returns what the payee is called in a sentence that begins with them */
export function payeeName({ name }: Pick<LinkedRequest, 'name'>): string {
  return name === null ? t('Someone') : name;
}

/** @returns whose something is, as in `Alice’s` */
function possessive({ name }: Pick<LinkedRequest, 'name'>): string {
  return name === null ? 'their' : `${firstNameOf(name)}’s`;
}

interface Sentence {
  readonly title: string;
  readonly text: string;
}

/** @returns who can see what of the payment */
export function visibilityOf(request: LinkedRequest, from: PayingBalance): Sentence {
  const { balance, chain, name } = request;
  const amount = unitsText(BigInt(request.amount), request);
  if (balance === 'private') {
    const payee = name === null ? 'whoever asked' : firstNameOf(name);
    return {
      title: t('Hidden on {chain}.', { chain }),
      text: t('Only you, {payee} and Kax can see this payment.', { payee }),
    };
  }
  const title = t('It arrives in {possessive} public balance.', {
    possessive: possessive(request),
  });
  if (from === 'private') {
    return {
      title,
      text: t('{chain} shows {amount} leaving the private pool, not that it was you.', {
        chain,
        amount,
      }),
    };
  }
  return {
    title,
    text: t('Anyone can see on {chain} that you paid {amount} to this address.', { chain, amount }),
  };
}

/** @returns how a request that can't be paid ended; null for one that can */
export function endOf({ state, name }: Pick<LinkedRequest, 'state' | 'name'>): Sentence | null {
  const payee = name === null ? 'whoever sent it' : firstNameOf(name);
  return textByState(payee)[state];
}

function textByState(payee: string): Readonly<Record<RequestState, Sentence | null>> {
  return {
    open: null,
    'being-paid': {
      title: t('It’s being paid right now'),
      text: t(
        'You don’t need to do anything. If the payment doesn’t go through, you can pay it here.',
      ),
    },
    paid: { title: t('It’s paid'), text: t('You don’t need to do anything.') },
    expired: {
      title: t('This link has expired'),
      text: t('Ask {payee} for a new one.', { payee }),
    },
    cancelled: {
      title: t('This request was cancelled'),
      text: t('Ask {payee} if you still want to pay.', { payee }),
    },
  };
}
