import { useMemo } from 'react';
import { t } from '#language/t';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { useContacts } from '../../contacts/api/contacts.ts';
import { searchable, searchContacts } from '../../contacts/search-contacts.ts';

interface ActivityResultsProps {
  query: string;
  count: number;
  onOpenContact: (contact: SavedContact) => void;
}

/** How many entries match, and the contact that the search is about if there is one. */
export function ActivityResults({ query, count, onOpenContact }: ActivityResultsProps) {
  const { data: contacts = NO_CONTACTS } = useContacts();
  const texts = useMemo(() => contacts.map(searchable), [contacts]);
  const found = searchContacts(texts, query);
  const [only] = found.length === 1 ? found : [];
  return (
    <h2 className="activity-list__day activity-list__results">
      <span>{resultsText(count, query)}</span>
      {only === undefined ? null : (
        <button
          type="button"
          className="activity-list__contact"
          onClick={() => onOpenContact(only)}
        >
          {t('Open {name}’s contact', { name: only.name })}
        </button>
      )}
    </h2>
  );
}

/** @returns as in `4 results for “bob”` */
export function resultsText(count: number, query: string): string {
  return t('{count, plural, one {# result} other {# results}} for “{query}”', { count, query });
}

const NO_CONTACTS = [] as const;
