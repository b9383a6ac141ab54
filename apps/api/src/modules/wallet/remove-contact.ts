import type { removeContact } from '#wire/wallet/remove-contact';
import { type Handler, refuse } from '../../application/call.ts';
import type { Contacts } from '../../ports/contacts.ts';

export interface RemoveContactPorts {
  readonly contacts: Pick<Contacts, 'remove'>;
}

/** Removes a contact. */
export function createRemoveContact(ports: RemoveContactPorts): Handler<typeof removeContact> {
  return async ({ session, params }) => {
    const isRemoved = await ports.contacts.remove(session.userId, params.id);
    return isRemoved ? { success: true } : refuse('unknown-contact');
  };
}
