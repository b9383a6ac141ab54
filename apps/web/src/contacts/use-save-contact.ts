import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { t } from '#language/t';
import type { SavedContact } from '#wire/wallet/saved-contact';
import type { ApiError } from '../lib/api-result.ts';
import { addContact, changeContact } from './api/change-contacts.ts';
import { CONTACTS_KEY } from './api/contacts.ts';
import type { FoundRecipient } from './api/find-recipient.ts';
import { storeContact } from './api/store-contacts.ts';
import {
  ADDRESS_FIELDS,
  type AddressField,
  type ContactDraft,
  type ContactField,
  contentOf,
} from './contact-draft.ts';
import { fieldOf } from './contact-problems.ts';
import { findImitated, type ImitatedAddress, type KnownAddresses } from './imitated-address.ts';
import type { useKnownAddresses } from './use-known-addresses.ts';

/** An entered address that imitates a known one. */
export interface Imitation {
  readonly field: AddressField;
  readonly entered: string;
  readonly imitated: ImitatedAddress;
}

/** Why the server refused a contact. */
export interface ContactRefusal {
  readonly error: ApiError;
  /** Null when it is about the whole contact. */
  readonly field: ContactField | null;
  /** What was entered there. */
  readonly text: string;
}

interface SaveOptions {
  readonly draft: ContactDraft;
  /** The one to change; null for a new one. */
  readonly contact: SavedContact | null;
  readonly found: FoundRecipient | null;
  readonly known: ReturnType<typeof useKnownAddresses>;
  readonly onDone: (contact: SavedContact) => void;
}

const NOT_COMPARED: ApiError = {
  code: 'network',
  message: t('We couldn’t compare this address with the ones you know. Try again.'),
  status: null,
};

/** Saves a contact once, after its addresses were compared with the known ones. */
export function useSaveContact({ draft, contact, found, known, onDone }: SaveOptions) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<ContactRefusal | null>(null);
  const [imitation, setImitation] = useState<Imitation | null>(null);
  /** The contacts before an attempt whose response was lost. */
  const before = useRef<readonly SavedContact[] | null>(null);

  /** @param accepted addresses that imitate another one, and that the user compared */
  async function save(accepted: ReadonlySet<string>): Promise<boolean> {
    setRefusal(null);
    const others = await known.readKnown();
    if (others === null) return refuse(NOT_COMPARED);
    const imitating = imitationIn({ draft, contact, known: others, accepted });
    setImitation(imitating);
    if (imitating !== null) return false;
    const lost = await findLost();
    if (lost !== null) return finish(lost);

    const content = contentOf(draft, contact, found);
    const result = await (contact ? changeContact(contact, content) : addContact(content));
    if (result.ok) return finish(result.data);
    if (result.error.status === null) before.current ??= others.contacts;
    return refuse(result.error);
  }

  /** Without a response, the contact may have been saved anyway: it must not be added twice. */
  async function findLost(): Promise<SavedContact | null> {
    const earlier = before.current;
    if (contact !== null || earlier === null) return null;
    const { data = [] } = await known.refetchContacts();
    const isNew = ({ id }: SavedContact) => !earlier.some((each) => each.id === id);
    return data.find((each) => isNew(each) && each.name === draft.fields.name.trim()) ?? null;
  }

  async function finish(saved: SavedContact): Promise<true> {
    await storeContact(client, saved);
    onDone(saved);
    return true;
  }

  function refuse(error: ApiError): false {
    if (error.code === 'contact-changed' || error.code === 'unknown-contact') {
      void client.invalidateQueries({ queryKey: CONTACTS_KEY });
    }
    const field = fieldOf(error, draft.fields);
    setRefusal({ error, field, text: field === null ? '' : draft.fields[field] });
    return false;
  }

  return { save, refusal, imitation, closeImitation: () => setImitation(null) };
}

interface ImitationSearch {
  readonly draft: ContactDraft;
  readonly contact: SavedContact | null;
  readonly known: KnownAddresses;
  readonly accepted: ReadonlySet<string>;
}

/** @returns the first address that is new, imitates a known one, and wasn't compared yet */
function imitationIn({ draft, contact, known, accepted }: ImitationSearch): Imitation | null {
  for (const field of ADDRESS_FIELDS) {
    const entered = draft.fields[field].trim();
    if (entered === '' || entered === contact?.[field] || accepted.has(entered)) continue;
    const imitated = findImitated(entered, known);
    if (imitated !== null) return { field, entered, imitated };
  }
  return null;
}
