import { useMemo } from 'react';
import { useContacts } from '../../contacts/api/contacts.ts';
import { useNotes } from '../../notes/api/notes.ts';
import { type ActivityFilter, isInFilter } from './activity-filter.ts';
import { type ActivityEntry, type EntryContext, entriesOf } from './entry.ts';
import { untilHorizon } from './merge-histories.ts';
import { matches, searchable } from './search-entries.ts';
import type { MergedHistory } from './use-merged-history.ts';

/** How a list is narrowed. */
export interface Narrowing {
  readonly filter: ActivityFilter;
  /** Blank for none. */
  readonly query: string;
}

/**
 * The entries of what was read, narrowed in the browser, because only the browser knows names and notes.
 * @returns newest first
 */
export function useShownEntries(
  { rows, horizon }: Pick<MergedHistory, 'rows' | 'horizon'>,
  { filter, query }: Narrowing,
  context: EntryContext,
): readonly ActivityEntry[] {
  const { data: contacts = NO_CONTACTS } = useContacts();
  const { data: notes = NO_NOTES } = useNotes(query !== '');
  const entries = useMemo(
    () => untilHorizon(entriesOf(rows, context), horizon),
    [rows, horizon, context],
  );
  const filtered = useMemo(
    () => entries.filter((entry) => isInFilter(entry, filter)),
    [entries, filter],
  );
  const isSearching = query !== '';
  const texts = useMemo(() => {
    const { ownAddresses } = context;
    if (!isSearching) return [];
    return filtered.map((entry) => searchable(entry, { contacts, notes, ownAddresses }));
  }, [isSearching, filtered, contacts, notes, context]);
  return useMemo(
    () =>
      isSearching
        ? texts.filter((text) => matches(text, query)).map(({ entry }) => entry)
        : filtered,
    [isSearching, texts, filtered, query],
  );
}

const NO_CONTACTS = [] as const;
const NO_NOTES: ReadonlyMap<string, string> = new Map();
