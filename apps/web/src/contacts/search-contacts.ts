import type { SavedContact } from '#wire/wallet/saved-contact';
import { foldText } from '../lib/fold-text.ts';

/** A contact and all that a search looks at. */
export interface SearchableContact {
  readonly contact: SavedContact;
  readonly text: string;
}

/** @returns the contact with its name, email or phone, addresses and note as one folded text */
export function searchable(contact: SavedContact): SearchableContact {
  const { name, emailOrPhone, publicAddress, privateAddress, note } = contact;
  // A phone is found with spaces between its digits, and without.
  const parts = [name, emailOrPhone, publicAddress, privateAddress, note];
  return { contact, text: foldText(parts.map((part) => part ?? '').join('\n')) };
}

/** @returns the contacts that have every word of the query, or the whole query without its spaces */
export function searchContacts(
  all: readonly SearchableContact[],
  query: string,
): readonly SavedContact[] {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  const joined = words.join('').replaceAll(/[().-]/g, '');
  return all
    .filter(
      ({ text }) =>
        words.every((word) => text.includes(word)) || (joined !== '' && text.includes(joined)),
    )
    .map(({ contact }) => contact);
}
