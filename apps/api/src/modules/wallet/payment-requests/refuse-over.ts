import type { RequestState } from '#domain/payment-request/payment-request';
import { type Refusal, refuse } from '../../../application/call.ts';

const sentenceByState: Readonly<Record<Exclude<RequestState, 'open'>, string>> = {
  'being-paid': 'This request is being paid right now.',
  paid: 'This request was already paid.',
  expired: 'This request has expired.',
  cancelled: 'This request was cancelled.',
};

/** @returns the refusal of what a payee wants with a request that is over */
export function refuseOver(state: Exclude<RequestState, 'open'>): Refusal {
  return refuse('payment-request-over', { sentence: sentenceByState[state] });
}

/** @returns the refusal of a payment of a request that is over; the code's sentence when it is open again by now */
export function refusePayment(state: RequestState): Refusal {
  if (state === 'open') return refuse('payment-request-over');
  const sentence = `${sentenceByState[state]} Nothing was sent.`;
  return refuse('payment-request-over', { sentence });
}
