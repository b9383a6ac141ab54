import type { Confirmation } from './confirmation-message.ts';
import type { Owner } from './owner-wrap.ts';

/** @returns who receives a payment: a shield goes to its owner's own private address */
export function recipientOf({
  confirmation,
  owner,
}: {
  readonly confirmation: Confirmation;
  readonly owner: Pick<Owner, 'privateAddress'>;
}): string {
  return confirmation.kind === 'shield' ? owner.privateAddress : confirmation.recipient;
}
