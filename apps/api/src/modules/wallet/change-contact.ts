import { type Contact, changeContact as change } from '#domain/contact/contact';
import type { changeContact } from '#wire/wallet/change-contact';
import { type Call, type Handler, refuse } from '../../application/call.ts';
import { type NotifyOwnerPorts, notifyOwner } from '../../application/notify-owner.ts';
import type { Audit } from '../../ports/audit.ts';
import { type SaveContactPorts, saveContact } from './contacts/save-contact.ts';

export interface ChangeContactPorts extends SaveContactPorts, NotifyOwnerPorts {
  readonly audit: Audit;
}

/**
 * Changes a contact, unless it was changed since its user saw it. Their owner is notified when an address took the
 * place of another one: whoever took over a session could have payments go to themselves.
 */
export function createChangeContact(ports: ChangeContactPorts): Handler<typeof changeContact> {
  return async (call) => {
    const { session, params, body } = call;
    const { version, ...entered } = body;
    let isRedirected = false;
    const response = await saveContact(ports, { session, body: entered }, (contacts, content) => {
      const contact = contacts.find(({ id }) => id === params.id);
      if (contact === undefined) return { ok: false, refusal: refuse('unknown-contact') };
      if (contact.version !== version) return { ok: false, refusal: refuse('contact-changed') };
      const changed = change(contact, content, ports.clock.now());
      isRedirected = hasNewAddress(contact, changed);
      return { ok: true, contact: changed };
    });
    if (isRedirected && !('refused' in response)) await report(ports, call);
    return response;
  };
}

/** @returns whether an address took the place of another one; one that is added or removed did not */
function hasNewAddress(before: Contact, after: Contact): boolean {
  return (
    before.publicAddress.change !== after.publicAddress.change ||
    before.privateAddress.change !== after.privateAddress.change
  );
}

/** Without the name of the contact: no email says whom a user knows. */
async function report(
  ports: ChangeContactPorts,
  { session, client }: Pick<Call<typeof changeContact>, 'session' | 'client'>,
): Promise<void> {
  const { userId, sessionId } = session;
  const { ip } = client;
  const now = ports.clock.now();
  await ports.audit.append({ at: now, event: 'saved-address-changed', ip, userId, sessionId });
  const notice = { userId, topic: 'saved-address-changed', channels: ['email'] } as const;
  await notifyOwner(ports, { ...notice, content: { ip } }, now);
}
