import { useQuery } from '@tanstack/react-query';
import { contacts } from '#wire/wallet/contacts';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { callApi } from '../../lib/api-client.ts';
import { dataOrThrow } from '../../lib/api-result.ts';

export const CONTACTS_KEY = ['wallet', 'contacts'] as const;

/** Names change rarely, and this device's own changes are known at once. */
const STALE_AFTER_MS = 60_000;

/**
 * Everyone in the user's contacts, by name.
 * @param isWanted false sends no request
 */
export function useContacts(isWanted = true) {
  return useQuery({
    queryKey: CONTACTS_KEY,
    queryFn: async ({ signal }): Promise<readonly SavedContact[]> =>
      dataOrThrow(await callApi(contacts, { signal })).data,
    enabled: isWanted,
    staleTime: STALE_AFTER_MS,
  });
}
