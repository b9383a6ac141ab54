import { cancellationsOf } from '#domain/operation/cancellation';
import type { Rung, SignedNonce, SignedOperation } from '#domain/operation/operation';

/** One transaction that was signed for an operation. */
export interface SignedTransaction extends Rung {
  readonly role: 'reset' | 'approval' | 'payment';
  readonly nonce: number;
  /** Its place in the ladder, from 1; null for a cancellation of the nonce. */
  readonly rung: number | null;
}

/** @returns every transaction that was signed for an operation: nonce after nonce, rungs before cancellations. */
export function signedTransactionsOf({ signing }: SignedOperation): readonly SignedTransaction[] {
  const { approval } = signing;
  return [
    ...transactionsOf('reset', approval?.reset),
    ...transactionsOf('approval', approval),
    ...transactionsOf('payment', signing),
  ];
}

function transactionsOf(
  role: SignedTransaction['role'],
  signed: SignedNonce | null | undefined,
): readonly SignedTransaction[] {
  if (signed == null) return [];
  const { nonce, ladder } = signed;
  return [
    ...ladder.map((each, index) => ({ ...each, role, nonce, rung: index + 1 })),
    ...cancellationsOf(signed).map((each) => ({ ...each, role, nonce, rung: null })),
  ];
}
