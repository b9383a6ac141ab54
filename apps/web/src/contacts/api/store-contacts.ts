import type { QueryClient } from '@tanstack/react-query';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { CONTACTS_KEY } from './contacts.ts';

/** Shows a contact as it was just saved, everywhere, without another request. */
export async function storeContact(client: QueryClient, contact: SavedContact): Promise<void> {
  await changeList(client, (contacts) => [
    ...contacts.filter(({ id }) => id !== contact.id),
    contact,
  ]);
}

/** Shows that a contact was removed. */
export async function dropContact(client: QueryClient, id: string): Promise<void> {
  await changeList(client, (contacts) => contacts.filter((each) => each.id !== id));
}

async function changeList(
  client: QueryClient,
  change: (contacts: readonly SavedContact[]) => readonly SavedContact[],
): Promise<void> {
  // A list that was requested earlier doesn't know of the change.
  await client.cancelQueries({ queryKey: CONTACTS_KEY });
  const known = client.getQueryData<readonly SavedContact[]>(CONTACTS_KEY);
  if (known === undefined) void client.invalidateQueries({ queryKey: CONTACTS_KEY });
  else client.setQueryData(CONTACTS_KEY, change(known));
}
