import type { RequestState } from '#domain/payment-request/payment-request';
import { firstNameOf } from '../../contacts/first-name.ts';
import { unitsText } from '../../money-form/amount-text.ts';
import type { LinkedRequest } from './api/find-payment-request.ts';

/** The balance that pays. */
export type PayingBalance = 'public' | 'private';

/** @returns what the payee is called in a sentence that begins with them */
export function payeeName({ name }: Pick<LinkedRequest, 'name'>): string {
  return name === null ? 'Someone' : name;
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
      title: `Hidden on ${chain}.`,
      text: `Only you, ${payee} and Kax can see this payment.`,
    };
  }
  const title = `It arrives in ${possessive(request)} public balance.`;
  if (from === 'private') {
    return {
      title,
      text: `${chain} shows ${amount} leaving the private pool, not that it was you.`,
    };
  }
  return { title, text: `Anyone can see on ${chain} that you paid ${amount} to this address.` };
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
      title: 'It’s being paid right now',
      text: 'You don’t need to do anything. If the payment doesn’t go through, you can pay it here.',
    },
    paid: { title: 'It’s paid', text: 'You don’t need to do anything.' },
    expired: { title: 'This link has expired', text: `Ask ${payee} for a new one.` },
    cancelled: {
      title: 'This request was cancelled',
      text: `Ask ${payee} if you still want to pay.`,
    },
  };
}
