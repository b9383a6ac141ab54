import { type FailureReason, isPrivateSpend, type Operation } from './operation.ts';

type EndWithoutPayment = FailureReason | 'reverted' | 'replaced';

const sentenceByEnd: Readonly<Record<EndWithoutPayment, string>> = {
  'would-revert': 'The network would refuse this payment. Nothing was sent.',
  'not-enough-funds': 'There was not enough in the wallet for this payment. Nothing was sent.',
  expired: 'This payment waited too long to be confirmed. Nothing was sent.',
  'fee-not-covered':
    'What would have been left did not cover the fee. Nothing was sent; try a little less.',
  'notes-scattered':
    'Your private balance lay in too many small pieces for this amount. Nothing was sent; try a smaller amount, or again in some minutes.',
  'notes-spent':
    'This money was spent elsewhere in the meantime, as with another copy of this wallet. Nothing was sent.',
  'broadcaster-short':
    'Kax could not pay the network fee of this payment. Nothing was sent; try again later.',
  cancelled: 'You took this payment back. Nothing was sent.',
  reverted: 'The network refused this payment. No tokens moved; only the network fee was taken.',
  replaced:
    'Another transaction from your address took the place of this payment. It was not sent.',
};

/** The person neither pays the network for a private spend nor sends it from their own address. */
const sentenceOfSpendByEnd: Readonly<Record<'reverted' | 'replaced', string>> = {
  reverted: 'The network refused this payment. No tokens moved, and you paid nothing for it.',
  replaced: 'This payment did not reach the network. No tokens moved; you can make it again.',
};

/** @returns why an operation ended without moving money, for a person; null when it did not. */
export function failureSentence(operation: Operation): string | null {
  if (operation.status === 'failed') return sentenceByEnd[operation.reason];
  if (operation.status !== 'reverted' && operation.status !== 'replaced') return null;
  const sentences = isPrivateSpend(operation) ? sentenceOfSpendByEnd : sentenceByEnd;
  return sentences[operation.status];
}
