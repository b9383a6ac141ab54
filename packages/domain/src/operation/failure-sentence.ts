import type { FailureReason, Operation } from './operation.ts';

type EndWithoutPayment = FailureReason | 'reverted' | 'replaced';

const sentenceByEnd: Readonly<Record<EndWithoutPayment, string>> = {
  'would-revert': 'The network would refuse this payment. Nothing was sent.',
  'not-enough-funds': 'There was not enough in the wallet for this payment. Nothing was sent.',
  expired: 'This payment waited too long to be confirmed. Nothing was sent.',
  reverted: 'The network refused this payment. No tokens moved; only the network fee was taken.',
  replaced:
    'Another transaction from your address took the place of this payment. It was not sent.',
};

/** @returns what an end without a payment means, for a person. */
export function sentenceOfEnd(end: EndWithoutPayment): string {
  return sentenceByEnd[end];
}

/** @returns why an operation ended without moving money, for a person; null when it did not. */
export function failureSentence(operation: Operation): string | null {
  if (operation.status === 'failed') return sentenceByEnd[operation.reason];
  if (operation.status === 'reverted' || operation.status === 'replaced') {
    return sentenceByEnd[operation.status];
  }
  return null;
}
