import type { RequestState } from '#domain/payment-request/payment-request';
import { t } from '#language/t';
import { firstNameOf } from '../../contacts/first-name.ts';
import { unitsText } from '../../money-form/amount-text.ts';
import type { LinkedRequest } from './api/find-payment-request.ts';

/** The balance that pays. */
export type PayingBalance = 'public' | 'private';

interface Sentence {
  readonly title: string;
  readonly text: string;
}

/** @returns who can see what of the payment */
export function visibilityOf(request: LinkedRequest, from: PayingBalance): Sentence {
  const { balance, chain, name } = request;
  const amount = unitsText(BigInt(request.amount), request);
  if (balance === 'private') {
    return {
      title: t('Hidden on {chain}.', { chain }),
      text:
        name === null
          ? t('Only you, whoever asked and Kax can see this payment.')
          : t('Only you, {name} and Kax can see this payment.', { name: firstNameOf(name) }),
    };
  }
  const title =
    name === null
      ? t('It arrives in their public balance.')
      : t('It arrives in {name}’s public balance.', { name: firstNameOf(name) });
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
  const texts: Readonly<Record<RequestState, Sentence | null>> = {
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
      text:
        name === null
          ? t('Ask whoever sent it for a new one.')
          : t('Ask {name} for a new one.', { name: firstNameOf(name) }),
    },
    cancelled: {
      title: t('This request was cancelled'),
      text:
        name === null
          ? t('Ask whoever sent it if you still want to pay.')
          : t('Ask {name} if you still want to pay.', { name: firstNameOf(name) }),
    },
  };
  return texts[state];
}
