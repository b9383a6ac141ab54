import type { PrivateAddress, PublicAddress } from '../address/address.ts';

/** The most contacts that a user can have. */
export const MOST_CONTACTS = 500;

/** What a user saves about a contact. */
export interface ContactContent {
  readonly name: string;
  /** An email in lower case, or a phone number in E.164. */
  readonly emailOrPhone: string | null;
  readonly publicAddress: PublicAddress | null;
  readonly privateAddress: PrivateAddress | null;
  readonly note: string | null;
  /** True when both addresses were found on Kax by the email or phone. */
  readonly isOnKax: boolean;
}

/** An address of a contact, with what was there before. */
export interface ContactAddress<Address> {
  readonly current: Address | null;
  /** The one that it has, or had last: a removal does not hide that the next one is another. */
  readonly last: Address | null;
  /** When `last` took the place of another address, and which; null when it is the first. */
  readonly change: { readonly at: Date; readonly previous: Address } | null;
}

/** A saved contact. */
export interface Contact
  extends Pick<ContactContent, 'name' | 'emailOrPhone' | 'note' | 'isOnKax'> {
  readonly id: string;
  /** Counted from 1; rises with every change. */
  readonly version: number;
  readonly publicAddress: ContactAddress<PublicAddress>;
  readonly privateAddress: ContactAddress<PrivateAddress>;
  readonly createdAt: Date;
}

/** @returns a contact as it is first saved */
export function newContact(id: string, content: ContactContent, now: Date): Contact {
  return {
    ...content,
    id,
    version: 1,
    publicAddress: setAddress(NO_ADDRESS, content.publicAddress, now),
    privateAddress: setAddress(NO_ADDRESS, content.privateAddress, now),
    createdAt: now,
  };
}

/** @returns the contact with another content, and with the addresses that this replaced */
export function changeContact(contact: Contact, content: ContactContent, now: Date): Contact {
  return {
    ...contact,
    ...content,
    version: contact.version + 1,
    publicAddress: setAddress(contact.publicAddress, content.publicAddress, now),
    privateAddress: setAddress(contact.privateAddress, content.privateAddress, now),
  };
}

/** @returns the contact that has one of the addresses of a content; null when none has */
export function ownerOfAddresses(
  contacts: readonly Contact[],
  { publicAddress, privateAddress }: Pick<ContactContent, 'publicAddress' | 'privateAddress'>,
): Contact | null {
  const owner = contacts.find(
    (each) =>
      isSame(each.publicAddress.current, publicAddress) ||
      isSame(each.privateAddress.current, privateAddress),
  );
  return owner ?? null;
}

/** @returns the contacts in the order of their names, whatever the capitals; those of one name by their ids */
export function sortContacts(contacts: readonly Contact[]): readonly Contact[] {
  const keyed = contacts.map((contact) => ({ contact, key: contact.name.toLowerCase() }));
  keyed.sort((a, b) => compare(a.key, b.key) || compare(a.contact.id, b.contact.id));
  return keyed.map(({ contact }) => contact);
}

const NO_ADDRESS = { current: null, last: null, change: null } as const;

function setAddress<Address>(
  before: ContactAddress<Address>,
  current: Address | null,
  now: Date,
): ContactAddress<Address> {
  const { last, change } = before;
  if (current === null || current === last) return { current, last, change };
  return { current, last: current, change: last === null ? null : { at: now, previous: last } };
}

/** Both are in their canonical form. */
function isSame(one: string | null, other: string | null): boolean {
  return one !== null && one === other;
}

/** By code units, so that the order does not depend on a language. */
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
