import { cancellationReason } from './cancellation.ts';
import {
  type CancellationReason,
  type FailureReason,
  isPrivateTransaction,
  type Operation,
} from './operation.ts';
import { hasNothingArrived, isPaidInPart } from './outcome.ts';

type EndWithoutPayment = FailureReason | 'reverted' | 'nothing-arrived' | 'replaced';

const sentenceByEnd: Readonly<Record<EndWithoutPayment, string>> = {
  'would-revert': 'The network would reject this payment. Nothing was sent.',
  'not-enough-funds': 'You didn’t have enough money for this payment. Nothing was sent.',
  expired: 'We couldn’t send this payment in time. Nothing was sent. You can try again.',
  'fee-not-covered': 'The amount left too little for the fee. Nothing was sent. Try a little less.',
  'notes-fragmented':
    'Your private balance was split into too many small parts for this amount. Nothing was sent. Try a smaller amount, or try again in a few minutes.',
  'notes-spent':
    'This money was already spent elsewhere, such as from another copy of this wallet. Nothing was sent.',
  'broadcaster-underfunded':
    'We couldn’t pay the network fee for this payment. Nothing was sent. Try again later.',
  cancelled: 'You cancelled this payment. Nothing was sent.',
  frozen: 'Your account was frozen before this payment was sent. Nothing was sent.',
  'message-unreadable':
    'We couldn’t read your message, so nothing was sent. Make this payment again.',
  'not-approved': 'You didn’t approve this payment in time. Nothing was sent.',
  superseded: 'You confirmed another payment before you approved this one. Nothing was sent.',
  reverted: 'The network rejected this payment. No tokens moved, but you paid the network fee.',
  'nothing-arrived':
    'The network accepted this payment, but the token recorded no transfer. You paid the network fee. Check with the recipient before you try again.',
  replaced: 'Another transaction from your address replaced this payment. It wasn’t sent.',
};

/** The user neither pays the network fee of a private transaction nor sends it from their own address. */
const sentenceOfPrivateTransactionByEnd: Readonly<Record<'reverted' | 'replaced', string>> = {
  reverted: 'The network rejected this payment. No tokens moved, and you paid nothing.',
  replaced: 'This payment didn’t reach the network. No tokens moved. You can try again.',
};

const SENTENCE_IN_PART =
  'Your private history shows which part arrived. Check it before you send the rest.';

/** Once a final block has the cancellation, its fee was paid; how much it was, no one has looked up. */
const sentenceByCancellationReason: Readonly<Record<CancellationReason, string>> = {
  user: 'You cancelled this payment. Nothing was sent. You paid only network fees.',
  expired: 'This payment wasn’t confirmed within 24 hours, so we cancelled it. Nothing was sent.',
  operator: 'We cancelled this payment before the network confirmed it. Nothing was sent.',
};

/** @returns every sentence that these functions return, for whoever translates them */
export function everyFailureSentence(): readonly string[] {
  return [
    ...Object.values(sentenceByEnd),
    ...Object.values(sentenceOfPrivateTransactionByEnd),
    SENTENCE_IN_PART,
    ...Object.values(sentenceByCancellationReason),
  ];
}

/** @returns a sentence for the user about an end without a payment. */
export function sentenceOfEnd(end: EndWithoutPayment): string {
  return sentenceByEnd[end];
}

/** @returns a sentence for the user about an operation that was cancelled after it was signed. */
export function sentenceOfCancellation(reason: CancellationReason): string {
  return sentenceByCancellationReason[reason];
}

/** @returns a sentence for the user about why an operation ended without moving all of its money; null when it did. */
export function failureSentence(operation: Operation): string | null {
  if (operation.status === 'failed') return sentenceByEnd[operation.reason];
  if (operation.status !== 'reverted' && operation.status !== 'replaced') return null;
  if (isPaidInPart(operation)) return SENTENCE_IN_PART;
  const reason = cancellationReason(operation);
  if (reason === 'user' && isPrivateTransaction(operation)) return sentenceByEnd.cancelled;
  if (reason !== null) return sentenceOfCancellation(reason);
  if (operation.status === 'reverted' && hasNothingArrived(operation.inclusion)) {
    return sentenceByEnd['nothing-arrived'];
  }
  const sentences = isPrivateTransaction(operation)
    ? sentenceOfPrivateTransactionByEnd
    : sentenceByEnd;
  return sentences[operation.status];
}
