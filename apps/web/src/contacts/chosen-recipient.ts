import * as z from 'zod/mini';
import type { SavedContact } from '#wire/wallet/saved-contact';
import type { FoundRecipient } from './api/find-recipient.ts';

/** Which balance an address belongs to: `public` for 0x, `private` for 0zk. */
export type AddressKind = 'public' | 'private';

/** How to read a chosen recipient that was stored. */
export const chosenRecipient = z.object({
  /** Null for a user who was found and isn't a contact. */
  contactId: z.nullable(z.string()),
  name: z.string(),
  emailOrPhone: z.nullable(z.string()),
  publicAddress: z.nullable(z.string()),
  privateAddress: z.nullable(z.string()),
  /** Both addresses were found on Kax by the email or phone. */
  isOnKax: z.boolean(),
  /** A found user becomes a contact once they were paid. */
  isToBeSaved: z.boolean(),
});

/** Whom the user chose instead of typing an address: a contact, or a user who was found by email or phone. */
export type ChosenRecipient = Readonly<z.output<typeof chosenRecipient>>;

export function chosenContact(contact: SavedContact): ChosenRecipient {
  const { id, name, emailOrPhone, publicAddress, privateAddress, isOnKax } = contact;
  return {
    contactId: id,
    name,
    emailOrPhone,
    publicAddress,
    privateAddress,
    isOnKax,
    isToBeSaved: false,
  };
}

/** A found user is saved to the contacts unless the user unticks it. */
export function chosenUser(found: FoundRecipient): ChosenRecipient {
  return { ...found, contactId: null, isOnKax: true, isToBeSaved: true };
}

/** @returns the address of this kind; null when they have none */
export function addressOfKind(
  owner: Pick<ChosenRecipient, 'publicAddress' | 'privateAddress'>,
  kind: AddressKind,
): string | null {
  return kind === 'public' ? owner.publicAddress : owner.privateAddress;
}

/** @returns the kind of an address, by how it begins */
export function kindOfAddress(address: string): AddressKind {
  return /^0zk/i.test(address) ? 'private' : 'public';
}
