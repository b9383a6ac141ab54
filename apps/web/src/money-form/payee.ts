import * as z from 'zod/mini';
import type { SavedContact } from '#wire/wallet/saved-contact';
import {
  type AddressKind,
  addressOfKind,
  type ChosenRecipient,
  chosenContact,
  chosenRecipient,
} from '../contacts/chosen-recipient.ts';
import { contactOf } from '../contacts/contact-of.ts';
import { recipientTextKind } from '../contacts/recipient-text.ts';

/** Whom a money form pays. */
export interface Payee {
  /** The address of the chosen recipient; without one, what is typed, which may be the start of a name. */
  readonly recipient: string;
  readonly chosen: ChosenRecipient | null;
}

export const NO_PAYEE: Payee = { recipient: '', chosen: null };

/** How to read a payee that was stored; earlier versions stored no choice. */
export const payeeShape = {
  recipient: z.string(),
  chosen: z._default(z.nullable(chosenRecipient), null),
} as const;

/** @returns the payee for someone who was chosen, with no address when they have none of this kind */
export function choosePayee(chosen: ChosenRecipient, kind: AddressKind): Payee {
  return { recipient: addressOfKind(chosen, kind) ?? '', chosen };
}

/** @returns the payee of a form that starts with a contact; no one without */
export function contactPayee(contact: SavedContact | null, kind: AddressKind): Payee {
  return contact === null ? NO_PAYEE : choosePayee(chosenContact(contact), kind);
}

/** @returns the payee for a typed text. What surrounds an address, as after pasting, doesn't belong to it. */
export function typePayee(text: string): Payee {
  const isAddress = recipientTextKind(text) === 'address';
  return { recipient: isAddress ? text.trim() : text, chosen: null };
}

/** @returns the address to check and pay; empty while only a name, an email or a phone is typed */
export function payeeAddress({ recipient, chosen }: Payee): string {
  return chosen !== null || recipientTextKind(recipient) === 'address' ? recipient : '';
}

/** @returns what the field shows */
export function payeeText({ recipient, chosen }: Payee): string {
  if (chosen === null) return recipient;
  return chosen.contactId === null ? (chosen.emailOrPhone ?? chosen.name) : chosen.name;
}

/**
 * What was chosen may have been stored by a page that was reloaded.
 * @returns the payee as the contacts have them now: with the address of today, or as a plain address when they are
 *   gone; null when nothing changed
 */
export function refreshedPayee(
  payee: Payee,
  contacts: readonly SavedContact[],
  kind: AddressKind,
): Payee | null {
  const { chosen, recipient } = payee;
  if (chosen === null) return null;
  if (chosen.contactId === null) {
    const saved = recipient === '' ? null : contactOf(contacts, recipient);
    return saved === null ? null : choosePayee(chosenContact(saved), kind);
  }
  const contact = contacts.find(({ id }) => id === chosen.contactId);
  if (contact === undefined) return { recipient, chosen: null };
  const fresh = choosePayee(chosenContact(contact), kind);
  const isSame = JSON.stringify(fresh) === JSON.stringify({ recipient, chosen });
  return isSame ? null : fresh;
}
