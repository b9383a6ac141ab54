import { BadgeCheck, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#language/t';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { ModeMark } from '../ui/mode-mark.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ChangedAddress } from './changed-address.tsx';
import {
  ADDRESS_FIELDS,
  type AddressField,
  type ContactField,
  conflictsOf,
  isFilled,
} from './contact-draft.ts';
import { firstNameOf } from './first-name.ts';
import type { useContactForm } from './use-contact-form.ts';

interface ContactFieldsProps {
  form: ReturnType<typeof useContactForm>;
  contact: SavedContact | null;
  onDelete: () => void;
}

/** The longest of each, as the server accepts them. */
const MAX_LENGTH: Readonly<Record<ContactField, number>> = {
  name: 100,
  emailOrPhone: 254,
  publicAddress: 256,
  privateAddress: 256,
  note: 280,
};

/** The fields of a contact, and Delete for a saved one. */
export function ContactFields({ form, contact, onDelete }: ContactFieldsProps) {
  const { fields } = form.draft;
  return (
    <>
      <div className="contact-dialog__name">
        <Avatar name={fields.name} size="lg" isTinted />
        <Entry form={form} field="name" label={t('Name')} autoComplete="off" />
      </div>
      <Reach form={form} />
      {ADDRESS_FIELDS.map((field) => (
        <AddressEntry key={field} form={form} field={field} contact={contact} />
      ))}
      <Entry
        form={form}
        field="note"
        label={t('Note')}
        aside={<Aside>{t('Only you see it')}</Aside>}
        placeholder={t('Landlord, flat 3')}
        autoComplete="off"
      />
      {contact === null ? null : (
        <Button
          isWide
          variant="danger"
          icon={<Trash2 className="icon" size={16} aria-hidden="true" />}
          onClick={onDelete}
        >
          {t('Delete contact')}
        </Button>
      )}
    </>
  );
}

type Form = ContactFieldsProps['form'];

function Reach({ form }: { form: Form }) {
  const { draft, lookup } = form;
  const { found, isSearching, couldNotSearch } = lookup;
  const isAnyFilled = ADDRESS_FIELDS.some((field) => isFilled(draft, field));
  return (
    <Entry
      form={form}
      field="emailOrPhone"
      label={t('Email or phone')}
      aside={<Aside>{t('Optional')}</Aside>}
      hint={reachHint(isAnyFilled, couldNotSearch)}
      placeholder={t('name@example.com or +1 415 555 0100')}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      after={
        <>
          {isSearching ? <Spinner size={16} /> : null}
          {found === null ? null : (
            <Badge
              tone="accent"
              icon={<BadgeCheck size={13} className="icon" aria-hidden="true" />}
            >
              {t('On Kax')}
            </Badge>
          )}
        </>
      }
    />
  );
}

function reachHint(isAnyFilled: boolean, couldNotSearch: boolean): string | undefined {
  if (isAnyFilled) return t('We filled in the addresses below from Kax.');
  return couldNotSearch ? t('We couldn’t check whether this is someone on Kax.') : undefined;
}

const ADDRESS_LABELS = {
  publicAddress: { mode: 'public', text: t('Public address'), placeholder: '0x…' },
  privateAddress: { mode: 'private', text: t('Private address'), placeholder: '0zk…' },
} as const;

interface AddressEntryProps {
  form: Form;
  field: AddressField;
  contact: SavedContact | null;
}

function AddressEntry({ form, field, contact }: AddressEntryProps) {
  const { mode, text, placeholder } = ADDRESS_LABELS[field];
  const { draft, lookup, change } = form;
  const conflict = conflictsOf(draft, lookup.found).find((each) => each.field === field);
  const isSaved = contact !== null && conflict?.entered === contact[field];
  return (
    <>
      <Entry
        form={form}
        field={field}
        label={
          <span className="contact-dialog__label">
            <span className="contact-dialog__mark" data-mode={mode}>
              <ModeMark mode={mode} size={15} />
            </span>
            {text}
          </span>
        }
        aside={<Aside>{t('Optional')}</Aside>}
        className="contact-dialog__address"
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      {conflict ? (
        <ChangedAddress
          conflict={conflict}
          savedName={isSaved ? firstNameOf(contact.name) : null}
          onKeep={() => change({ type: 'declined', address: conflict.onKax })}
          onUse={() => change({ type: 'typed', field, text: conflict.onKax })}
        />
      ) : null}
    </>
  );
}

const CLEAR_LABELS: Readonly<Record<ContactField, string>> = {
  name: t('Clear name'),
  emailOrPhone: t('Clear email or phone'),
  publicAddress: t('Clear public address'),
  privateAddress: t('Clear private address'),
  note: t('Clear note'),
};

interface EntryProps
  extends Omit<Parameters<typeof TextField>[0], 'form' | 'value' | 'onChange' | 'error'> {
  form: Form;
  field: ContactField;
  after?: ReactNode;
}

/** One field with its problem and, while it holds something, a button that clears it. */
function Entry({ form, field, after, ...rest }: EntryProps) {
  const { draft, problems, change } = form;
  const value = draft.fields[field];
  return (
    <TextField
      {...rest}
      name={`contact-${field}`}
      value={value}
      error={problems[field] ?? null}
      maxLength={MAX_LENGTH[field]}
      onChange={(event) => change({ type: 'typed', field, text: event.target.value })}
      after={
        <>
          {after}
          {value === '' ? null : (
            <IconButton
              label={CLEAR_LABELS[field]}
              tooltip={false}
              icon={<X className="icon" size={16} />}
              onClick={(event) => {
                change({ type: 'typed', field, text: '' });
                event.currentTarget.parentElement?.querySelector('input')?.focus();
              }}
            />
          )}
        </>
      }
    />
  );
}

function Aside({ children }: { children: ReactNode }) {
  return <span className="contact-dialog__aside">{children}</span>;
}
