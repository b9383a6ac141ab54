import type { Contact, ContactAddress } from '#domain/contact/contact';
import type { SavedContact } from '#wire/wallet/saved-contact';

/** @returns a contact as its user sees it */
export function contactView(contact: Contact): SavedContact {
  const { id, name, emailOrPhone, note, isOnKax, version } = contact;
  return {
    ...{ id, name, emailOrPhone, note, isOnKax, version },
    publicAddress: contact.publicAddress.current,
    privateAddress: contact.privateAddress.current,
    publicAddressChange: changeView(contact.publicAddress),
    privateAddressChange: changeView(contact.privateAddress),
    createdAt: contact.createdAt.toISOString(),
  };
}

/** Of an address that was removed, no change is shown. */
function changeView({
  current,
  change,
}: ContactAddress<string>): SavedContact['publicAddressChange'] {
  if (current === null || change === null) return null;
  return { at: change.at.toISOString(), previous: change.previous };
}
