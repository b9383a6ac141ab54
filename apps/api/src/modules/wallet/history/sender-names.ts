import type { ActivityTransaction } from '#wire/wallet/history';
import type { SenderNames } from '../../../ports/sender-names.ts';

/**
 * Adds the names of senders who let the recipient see them. The whole address has to be an account's: half of it, which
 * anyone can write into a note, is not proof of who wrote the other half.
 */
export async function withSenderNames(
  { senderNames }: { readonly senderNames: SenderNames },
  transactions: readonly ActivityTransaction[],
): Promise<readonly ActivityTransaction[]> {
  const senders = new Set(transactions.flatMap((one) => shownSenderOf(one) ?? []));
  if (senders.size === 0) return transactions;
  const nameByAddress = await senderNames.namesOf([...senders]);
  return transactions.map((one) => {
    const sender = shownSenderOf(one);
    return { ...one, fromName: sender === null ? null : (nameByAddress.get(sender) ?? null) };
  });
}

function shownSenderOf({ type, direction, from }: ActivityTransaction): string | null {
  return type === 'internal-transfer' && direction === 'in' ? from : null;
}
