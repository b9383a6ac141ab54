import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { t } from '#language/t';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { recentDayText } from '../../lib/elapsed.ts';
import { showToast } from '../../state/toast.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { writeToClipboard } from '../../ui/write-to-clipboard.ts';
import type { Payments } from './contact-groups.ts';

/** What can be done with a contact. */
export interface ContactActions {
  readonly onSend: (contact: SavedContact) => void;
  readonly onEdit: (contact: SavedContact) => void;
  readonly onDelete: (contact: SavedContact) => void;
}

interface ContactRowProps extends ContactActions {
  contact: SavedContact;
  /** Null when it was never paid, and while that is unknown. */
  payments: Payments | null;
  /** The current day, as any time in it: rows are only rendered again when it ends. */
  today: number;
}

/** One contact: who it is, which addresses it has, when it was paid last, and what can be done with it. */
export const ContactRow = memo(function ContactRow(props: ContactRowProps) {
  const { contact, payments, today, onSend, onEdit } = props;
  const { name, emailOrPhone } = contact;
  return (
    <li className="contact-row">
      <Avatar name={name} size="md" isTinted />
      <div className="contact-row__lines">
        <button type="button" className="contact-row__name" onClick={() => onEdit(contact)}>
          <bdi>{name}</bdi>
        </button>
        <span className="contact-row__second">{emailOrPhone ?? t('Address only')}</span>
      </div>
      <Addresses contact={contact} />
      <div className="contact-row__lines contact-row__paid">
        {payments === null ? null : (
          <>
            <span>{recentDayText(Date.parse(payments.lastPaidAt), today)}</span>
            <span className="contact-row__second">
              {t('{count, plural, one {# payment} other {# payments}}', { count: payments.count })}
            </span>
          </>
        )}
      </div>
      <div className="contact-row__actions">
        <Button
          size="sm"
          aria-label={t('Send to {name}', { name })}
          onClick={() => onSend(contact)}
        >
          {t('Send')}
        </Button>
        <Menu
          label={t('More for {name}', { name })}
          trigger={<Ellipsis className="icon" size={18} aria-hidden="true" />}
          items={itemsOf(props)}
        />
      </div>
    </li>
  );
});

function Addresses({ contact }: { contact: SavedContact }) {
  const modes = [
    ...(contact.publicAddress === null ? [] : (['public'] as const)),
    ...(contact.privateAddress === null ? [] : (['private'] as const)),
  ];
  return (
    <span className="contact-row__addresses">
      {modes.map((mode) => (
        <span key={mode} className="contact-row__mark" data-mode={mode}>
          <ModeMark mode={mode} size={15} />
          <span className="contact-row__mode">
            {mode === 'public' ? t('Public') : t('Private')}
          </span>
        </span>
      ))}
    </span>
  );
}

const icon = { className: 'icon', size: 16, 'aria-hidden': true } as const;

function itemsOf({ contact, onEdit, onDelete }: ContactRowProps): readonly MenuItem[] {
  const { publicAddress, privateAddress } = contact;
  return [
    { label: t('Edit'), icon: <Pencil {...icon} />, onSelect: () => onEdit(contact) },
    ...(publicAddress === null ? [] : [copyItem('public', publicAddress)]),
    ...(privateAddress === null ? [] : [copyItem('private', privateAddress)]),
    { label: t('Delete'), icon: <Trash2 {...icon} />, onSelect: () => onDelete(contact) },
  ];
}

function copyItem(kind: 'public' | 'private', address: string): MenuItem {
  return {
    label: kind === 'public' ? t('Copy public address') : t('Copy private address'),
    icon: <Copy {...icon} />,
    onSelect: () => void copy(address),
  };
}

async function copy(address: string) {
  if (await writeToClipboard(address)) showToast(t('Address copied.'), { tone: 'info' });
  else showToast(t('Your browser didn’t allow copying.'), { tone: 'error' });
}
