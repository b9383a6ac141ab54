import { MOST_CONTACTS, newContact } from '#domain/contact/contact';
import type { addContact } from '#wire/wallet/add-contact';
import { type Handler, refuse } from '../../application/call.ts';
import type { Randomness } from '../../ports/randomness.ts';
import { type SaveContactPorts, saveContact } from './contacts/save-contact.ts';

export interface AddContactPorts extends SaveContactPorts {
  readonly randomness: Pick<Randomness, 'uuid'>;
}

/** Adds a contact. */
export function createAddContact(ports: AddContactPorts): Handler<typeof addContact> {
  return ({ session, body }) =>
    saveContact(ports, { session, body }, (contacts, content) => {
      if (contacts.length >= MOST_CONTACTS) {
        return { ok: false, refusal: refuse('too-many-contacts') };
      }
      const contact = newContact(ports.randomness.uuid(), content, ports.clock.now());
      return { ok: true, contact };
    });
}
