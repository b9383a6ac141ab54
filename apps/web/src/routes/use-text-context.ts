import { useMemo } from 'react';
import { useContacts } from '../contacts/api/contacts.ts';
import type { TextContext } from '../features/activity/inbox/inbox-texts.tsx';
import { labelByEvent } from '../features/security/event-labels.ts';
import { DATE_REFRESH_MS, useNow } from '../lib/use-now.ts';
import { useNotes } from '../notes/api/notes.ts';
import { useDiscretion } from '../state/discretion.ts';

/** What the texts of the inbox need besides its items. */
export function useTextContext(): TextContext {
  const { data: contacts = NO_CONTACTS } = useContacts();
  const isHidden = useDiscretion();
  const { data: notes = NO_NOTES } = useNotes(!isHidden);
  const now = useNow(DATE_REFRESH_MS);
  return useMemo(
    () => ({ contacts, notes, isHidden, now, labelOf: (event) => labelByEvent[event].text }),
    [contacts, notes, isHidden, now],
  );
}

const NO_CONTACTS = [] as const;
const NO_NOTES: ReadonlyMap<string, string> = new Map();
