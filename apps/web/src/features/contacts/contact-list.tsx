import { t } from '#language/t';
import '../../ui/card.css';
import './contact-list.css';
import './contact-row.css';
import { CloudOff, SearchX, UserPlus, Users } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { useContacts } from '../../contacts/api/contacts.ts';
import { usePaidRecipients } from '../../contacts/api/paid-recipients.ts';
import { searchable, searchContacts } from '../../contacts/search-contacts.ts';
import { clockText } from '../../lib/elapsed.ts';
import { Link } from '../../lib/navigation/navigation.tsx';
import { DATE_REFRESH_MS, useNow } from '../../lib/use-now.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import {
  type ContactGroup,
  groupByLetter,
  type Payments,
  paymentsByContact,
  recentGroup,
} from './contact-groups.ts';
import { type ContactActions, ContactRow } from './contact-row.tsx';
import { ContactSkeletons } from './contact-skeletons.tsx';
import { ContactTools } from './contact-tools.tsx';

interface ContactListProps extends ContactActions {
  onAdd: () => void;
}

/** Everyone in the contacts with a search, or the loading, failed or empty state. */
export function ContactList(props: ContactListProps) {
  const { data, error, dataUpdatedAt, isFetching, refetch } = useContacts();
  const retry = () => void refetch();
  if (!data && !error) return <ContactSkeletons />;
  if (!data) {
    return (
      <section className="card" aria-label={t('Contacts')}>
        <ErrorState
          title={t('Couldn’t load your contacts')}
          isRetrying={isFetching}
          onRetry={retry}
        >
          {t('{message} Your contacts are safe on our server.', { message: error?.message })}
        </ErrorState>
      </section>
    );
  }
  return (
    <>
      {error ? <OldNotice at={dataUpdatedAt} onRetry={retry} /> : null}
      <section className="card contact-list" aria-label={t('Contacts')}>
        {data.length === 0 ? (
          <NoContacts onAdd={props.onAdd} />
        ) : (
          <SearchableContacts {...props} contacts={data} />
        )}
      </section>
    </>
  );
}

function SearchableContacts(props: ContactListProps & { contacts: readonly SavedContact[] }) {
  const { contacts } = props;
  const [typed, setTyped] = useState('');
  const [isOnKaxOnly, setIsOnKaxOnly] = useState(false);
  const query = useDeferredValue(typed.trim());
  const { data: recipients = NONE } = usePaidRecipients();
  const payments = useMemo(() => paymentsByContact(contacts, recipients), [contacts, recipients]);
  const texts = useMemo(() => contacts.map(searchable), [contacts]);
  const shown = useMemo(() => {
    const found = query === '' ? contacts : searchContacts(texts, query);
    return isOnKaxOnly ? found.filter(({ isOnKax }) => isOnKax) : found;
  }, [contacts, texts, query, isOnKaxOnly]);
  const groups = useMemo(() => {
    const recent = query === '' ? recentGroup(shown, payments) : null;
    return [...(recent ? [recent] : []), ...groupByLetter(shown)];
  }, [shown, payments, query]);

  return (
    <>
      <ContactTools
        query={typed}
        counts={{ all: contacts.length, onKax: contacts.filter(({ isOnKax }) => isOnKax).length }}
        isOnKaxOnly={isOnKaxOnly}
        onType={setTyped}
        onFilter={setIsOnKaxOnly}
      />
      <span className="visually-hidden" role="status">
        {query === '' ? '' : foundText(shown.length)}
      </span>
      {shown.length === 0 ? (
        <NoMatch query={query} onClear={() => setTyped('')} />
      ) : (
        <Groups {...props} groups={groups} payments={payments} />
      )}
    </>
  );
}

const NONE = [] as const;

function foundText(count: number): string {
  return t('{count, plural, one {# contact} other {# contacts}} found', { count });
}

interface GroupsProps extends ContactActions {
  groups: readonly ContactGroup[];
  payments: ReadonlyMap<string, Payments>;
}

function Groups({ groups, payments, onSend, onEdit, onDelete }: GroupsProps) {
  const today = new Date(useNow(DATE_REFRESH_MS)).setHours(0, 0, 0, 0);
  return groups.map(({ title, contacts }) => (
    <section key={title} aria-label={title}>
      <h2 className="contact-list__letter">{title}</h2>
      <ul>
        {contacts.map((contact) => (
          <ContactRow
            key={contact.id}
            contact={contact}
            payments={payments.get(contact.id) ?? null}
            today={today}
            onSend={onSend}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        ))}
      </ul>
    </section>
  ));
}

function NoContacts({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      icon={<Users className="icon" size={24} aria-hidden="true" />}
      title={t('No contacts yet')}
      actions={
        <>
          <Button
            size="sm"
            icon={<UserPlus className="icon" size={16} aria-hidden="true" />}
            onClick={onAdd}
          >
            {t('Add contact')}
          </Button>
          <Link to={paths.activity('wallet')}>{t('Add a name to a past payment')}</Link>
        </>
      }
    >
      {t(
        'Save someone’s addresses once, then pay them by name. We’ll warn you if an address changes or imitates theirs.',
      )}
    </EmptyState>
  );
}

function NoMatch({ query, onClear }: { query: string; onClear: () => void }) {
  const icon = <SearchX className="icon" size={24} aria-hidden="true" />;
  if (query === '') {
    return (
      <EmptyState icon={icon} title={t('No one on Kax yet')}>
        {t('Add an email or a phone to a contact, and we’ll check whether they’re on Kax.')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={icon}
      title={t('No contact matches “{query}”', { query })}
      actions={
        <Button size="sm" onClick={onClear}>
          {t('Clear search')}
        </Button>
      }
    >
      {t('Search by name, email, phone, address or note.')}
    </EmptyState>
  );
}

function OldNotice({ at, onRetry }: { at: number; onRetry: () => void }) {
  return (
    <Notice
      tone="warn"
      icon={<CloudOff className="icon" size={18} aria-hidden="true" />}
      title={t('Showing contacts from {clock}.', { clock: clockText(at) })}
      action={
        <Button size="sm" onClick={onRetry}>
          {t('Try again')}
        </Button>
      }
    >
      {t('Can’t reach Kax. Changes will appear when the connection is back.')}
    </Notice>
  );
}
