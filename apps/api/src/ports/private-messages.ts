import { type PrivateTransactionTerms, privateTransactionLine } from './private-transactions.ts';
import type { ShieldedSeals } from './shielded-seals.ts';

/** The user who writes to a recipient, and the 32 bytes that seal what they find in the pool. */
export interface MessageOwner {
  readonly userId: string;
  readonly viewKey: Uint8Array;
}

/** The payment that a message belongs to. */
export type MessagePayment = Pick<
  PrivateTransactionTerms,
  'chainId' | 'kind' | 'tokenId' | 'amount' | 'recipient'
>;

const PURPOSE = 'private message';

/** Seals a message for the process that proves, for this user and payment; whether it was confirmed already or not. */
export function sealMessage(
  seals: Pick<ShieldedSeals, 'sealWith'>,
  { owner, payment }: { readonly owner: MessageOwner; readonly payment: MessagePayment },
  message: string,
): Uint8Array {
  return seals.sealWith(
    owner.viewKey,
    Buffer.from(message),
    paymentContext(PURPOSE, owner, payment),
  );
}

/** @returns the message of these terms; null when they have none. Throws when it was sealed for anything else. */
export function openMessage(
  seals: Pick<ShieldedSeals, 'openWith'>,
  owner: MessageOwner,
  terms: MessagePayment & Pick<PrivateTransactionTerms, 'sealedMessage'>,
): string | null {
  if (terms.sealedMessage === null) return null;
  const context = paymentContext(PURPOSE, owner, terms);
  return seals.openWith(owner.viewKey, terms.sealedMessage, context).toString('utf8');
}

/** What something is sealed for: it opens for no other user or payment, and for no other purpose. */
export function paymentContext(
  purpose: string,
  { userId }: Pick<MessageOwner, 'userId'>,
  payment: MessagePayment,
): readonly string[] {
  return [purpose, userId, String(payment.chainId), privateTransactionLine(payment)];
}
