import type { SavedContact } from '#wire/wallet/saved-contact';
import type { PaidRecipient } from './api/paid-recipients.ts';
import { type AddressKind, kindOfAddress } from './chosen-recipient.ts';
import { contactOf } from './contact-of.ts';
import { recipientTextKind } from './recipient-text.ts';
import { searchable, searchContacts } from './search-contacts.ts';

/** An entry of the list below the recipient field: a contact, or an address that was paid and belongs to none. */
export type RecipientOption =
  | { readonly key: string; readonly contact: SavedContact; readonly lastPaidAt: string | null }
  | { readonly key: string; readonly contact: null; readonly address: string };

export interface RecipientOptions {
  /** Most recently paid first; only while nothing is typed. */
  readonly recents: readonly RecipientOption[];
  /** Those that match, most recently paid first, then by name. */
  readonly contacts: readonly RecipientOption[];
}

interface ListedRecipients {
  readonly contacts: readonly SavedContact[];
  /** Most recently paid first. */
  readonly paid: readonly PaidRecipient[];
  /** Of the addresses that the form can pay. */
  readonly kind: AddressKind;
}

const RECENTS_SHOWN = 5;

/** @returns whom the list below the field offers for this text */
export function recipientOptions(
  text: string,
  { contacts, paid, kind }: ListedRecipients,
): RecipientOptions {
  const isEmpty = recipientTextKind(text) === 'empty';
  const ranked = searchContacts(contacts.map(searchable), text)
    .map((contact) => ({
      key: `contact-${contact.id}`,
      contact,
      lastPaidAt: lastPaidAt(contact, paid),
    }))
    .sort((one, other) => (other.lastPaidAt ?? '').localeCompare(one.lastPaidAt ?? ''));
  return { recents: isEmpty ? recentsOf(contacts, paid, kind) : [], contacts: ranked };
}

/** @returns when one of the contact's addresses was paid last; null when none was */
function lastPaidAt(contact: SavedContact, paid: readonly PaidRecipient[]): string | null {
  return paid.find(({ address }) => contactOf([contact], address) !== null)?.lastPaidAt ?? null;
}

function recentsOf(
  contacts: readonly SavedContact[],
  paid: readonly PaidRecipient[],
  kind: AddressKind,
): readonly RecipientOption[] {
  const optionByKey = new Map<string, RecipientOption>();
  for (const { address, lastPaidAt: at } of paid) {
    if (kindOfAddress(address) !== kind) continue;
    const contact = contactOf(contacts, address);
    const key = `recent-${contact?.id ?? address}`;
    if (optionByKey.has(key)) continue;
    optionByKey.set(
      key,
      contact ? { key, contact, lastPaidAt: at } : { key, contact: null, address },
    );
  }
  return [...optionByKey.values()].slice(0, RECENTS_SHOWN);
}
