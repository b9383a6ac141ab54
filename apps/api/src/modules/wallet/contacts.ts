import { sortContacts } from '#domain/contact/contact';
import type { contacts } from '#wire/wallet/contacts';
import { type Handler, refuse } from '../../application/call.ts';
import type { Contacts } from '../../ports/contacts.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import { contactView } from './contacts/contact-view.ts';

export interface ContactsPorts {
  readonly vault: Pick<KeyVault, 'withOwnSeals'>;
  readonly contacts: Pick<Contacts, 'list'>;
}

/** Returns the contacts of the user, by name. */
export function createContacts(ports: ContactsPorts): Handler<typeof contacts> {
  return async ({ session }) => {
    const { userId } = session;
    const opened = await ports.vault.withOwnSeals(session, 'contacts', (seals) =>
      ports.contacts.list({ userId, seals }),
    );
    if (!opened.ok) return refuse('unauthorized');
    return { data: sortContacts(opened.value).map(contactView) };
  };
}
