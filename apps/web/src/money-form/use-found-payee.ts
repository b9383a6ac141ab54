import { useEffect, useEffectEvent, useState } from 'react';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { useFoundRecipient } from '../contacts/api/find-recipient.ts';
import { type ChosenRecipient, chosenContact, chosenUser } from '../contacts/chosen-recipient.ts';
import { normalizedEmailOrPhone } from '../contacts/email-or-phone.ts';
import { contactWith, recipientTextKind } from '../contacts/recipient-text.ts';
import { useDebounced } from '../ui/use-debounced.ts';
import type { Payee } from './payee.ts';

/** What a search for a typed email or phone came to. */
export type UserSearch =
  /** There is nothing to search for, or the user was found and chosen. */
  | { readonly at: 'none' }
  /** What is typed is no email and no phone, and no contact is called so. */
  | { readonly at: 'no-contact' }
  | { readonly at: 'searching' }
  | { readonly at: 'not-found'; readonly by: 'email' | 'phone' }
  | { readonly at: 'failed'; readonly message: string };

/** Searches are limited, so each waits until the typing pauses. */
const SEARCH_AFTER_MS = 600;

interface FoundPayee {
  readonly search: UserSearch;
  /** Searches without waiting. @returns false when there is nothing to search for */
  readonly searchNow: () => boolean;
}

/**
 * Chooses who has a whole email or phone that was typed: a contact, or else a user who is found on Kax by it.
 * @param contacts null while they are loading
 * @param onFound called with whoever was found
 */
export function useFoundPayee(
  { recipient, chosen }: Payee,
  contacts: readonly SavedContact[] | null,
  onFound: (chosen: ChosenRecipient) => void,
): FoundPayee {
  const kind = chosen === null ? recipientTextKind(recipient) : 'name';
  const isSearchable = kind === 'email' || kind === 'phone';
  const wanted = isSearchable && contacts !== null ? normalizedEmailOrPhone(recipient) : null;
  const contact = wanted === null ? null : contactWith(contacts ?? [], wanted);
  const settled = useDebounced(wanted, SEARCH_AFTER_MS);
  const [requested, setRequested] = useState<string | null>(null);
  const isDue = wanted !== null && (wanted === settled || wanted === requested);
  const { data, error } = useFoundRecipient(isDue && contact === null ? wanted : null);

  const choose = useEffectEvent(onFound);
  useEffect(() => {
    if (isDue && contact) choose(chosenContact(contact));
    else if (isDue && data) choose(chosenUser(data));
  }, [isDue, contact, data]);

  function searchNow() {
    setRequested(wanted);
    return wanted !== null;
  }

  if (!isSearchable) return { search: { at: 'none' }, searchNow };
  if (isDue && error) return { search: { at: 'failed', message: error.message }, searchNow };
  if (isDue && data === null) return { search: { at: 'not-found', by: kind }, searchNow };
  return { search: { at: 'searching' }, searchNow };
}
