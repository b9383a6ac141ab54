import type { SavedContact } from '#wire/wallet/saved-contact';
import { useContacts } from './api/contacts.ts';

/** @returns the contact that has this public or private address; null when none has */
export function contactOf(contacts: readonly SavedContact[], address: string): SavedContact | null {
  return contactByAddress(contacts).get(address.toLowerCase()) ?? null;
}

/** The contact that has this address; null while contacts are unknown and when none has it. */
export function useContactOf(address: string | null): SavedContact | null {
  const { data = NONE } = useContacts();
  return address === null ? null : contactOf(data, address);
}

const NONE: readonly SavedContact[] = [];

/** Built once for each list that was read, however many addresses are looked up in it. */
const mapByList = new WeakMap<readonly SavedContact[], ReadonlyMap<string, SavedContact>>();

function contactByAddress(contacts: readonly SavedContact[]): ReadonlyMap<string, SavedContact> {
  const known = mapByList.get(contacts);
  if (known !== undefined) return known;
  const built = new Map(
    contacts.flatMap((contact) =>
      [contact.publicAddress, contact.privateAddress].flatMap((address) =>
        address === null ? [] : [[address.toLowerCase(), contact] as const],
      ),
    ),
  );
  mapByList.set(contacts, built);
  return built;
}
