import { useContacts } from './api/contacts.ts';
import { usePaidRecipients } from './api/paid-recipients.ts';
import type { KnownAddresses } from './imitated-address.ts';
import { useOwnAddresses } from './own-addresses.ts';

/** Addresses that a new one is compared with. */
export function useKnownAddresses() {
  const contacts = useContacts();
  const paid = usePaidRecipients();
  const own = useOwnAddresses();

  /** @returns null when they couldn't be read */
  async function readKnown(): Promise<KnownAddresses | null> {
    const join = { cancelRefetch: false };
    const [saved, recipients] = await Promise.all([
      contacts.data ?? contacts.refetch(join).then(({ data }) => data),
      paid.data ?? paid.refetch(join).then(({ data }) => data),
    ]);
    if (saved === undefined || recipients === undefined) return null;
    return { contacts: saved, paid: recipients.map(({ address }) => address), own };
  }

  return { contacts: contacts.data ?? NONE, own, readKnown, refetchContacts: contacts.refetch };
}

const NONE = [] as const;
