import { useContacts } from '../contacts/api/contacts.ts';
import { useFoundRecipient } from '../contacts/api/find-recipient.ts';
import { usePaidRecipients } from '../contacts/api/paid-recipients.ts';
import { type ChosenRecipient, kindOfAddress } from '../contacts/chosen-recipient.ts';
import { contactOf } from '../contacts/contact-of.ts';
import type { RecipientFacts } from './api/recipient-facts.ts';
import { type RecipientDoubts, recipientDoubts } from './recipient-doubts.ts';

interface ReviewedRecipient {
  /** Null before the review, and when the money stays with its owner. */
  readonly address: string | null;
  readonly chosen: ChosenRecipient | null;
  /** What the server knows of a public address; null for a private one, and while it is loading. */
  readonly facts: RecipientFacts | null;
  /** The server could not be asked about it. */
  readonly areFactsLost: boolean;
}

/** @returns what the review says about the recipient; null while something about them is loading */
export function useRecipientDoubts(reviewed: ReviewedRecipient): RecipientDoubts | null {
  const { address, chosen, facts, areFactsLost } = reviewed;
  const contacts = useContacts();
  const paid = usePaidRecipients();
  const known = contacts.data ?? [];
  const owner = (address === null ? null : contactOf(known, address)) ?? chosen;
  const searched = address !== null && owner?.isOnKax ? owner.emailOrPhone : null;
  const found = useFoundRecipient(searched);
  if (address === null) return null;

  const isPublic = kindOfAddress(address) === 'public';
  const isLoading = contacts.isPending || paid.isPending || (searched !== null && found.isPending);
  if (isLoading || (isPublic && facts === null && !areFactsLost)) return null;
  return recipientDoubts({
    address: facts?.address ?? address,
    chosen,
    facts,
    contacts: known,
    paid: paid.data ?? null,
    found: found.data ?? null,
  });
}
