import { ArrowUpRight, ReceiptText, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#language/t';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { firstNameOf } from '../../../contacts/first-name.ts';
import { Link } from '../../../lib/navigation/navigation.tsx';
import { Button, buttonClassName } from '../../../ui/button.tsx';
import type { Again } from './again.ts';

export interface EntryActionsProps {
  again: Again | null;
  /** True when the user knows whom it would pay, so that paying is the next thing to do. */
  isKnown: boolean;
  onAgain: (again: Again) => void;
  /** The path of its receipt; null when there can be none. */
  receipt: string | null;
  contact: SavedContact | null;
  onContact: (contact: SavedContact) => void;
  /** A page that can do more; null without one. */
  more: { readonly to: string; readonly label: string; readonly icon: ReactNode } | null;
}

/** What the user can do about an entry that has ended. */
export function EntryActions(props: EntryActionsProps) {
  const { again, isKnown, onAgain, receipt, contact, onContact, more } = props;
  if (again === null && receipt === null && contact === null && more === null) return null;
  return (
    <div className="entry-actions">
      {again === null ? null : (
        <Button
          variant={isKnown ? 'filled' : 'outlined'}
          icon={<ArrowUpRight className="icon" size={16} aria-hidden="true" />}
          onClick={() => onAgain(again)}
        >
          {again.label}
        </Button>
      )}
      {receipt === null ? null : (
        <Link className={buttonClassName({})} to={receipt}>
          <ReceiptText className="icon" size={16} aria-hidden="true" />
          {t('Receipt')}
        </Link>
      )}
      {contact === null ? null : (
        <Button
          icon={<Users className="icon" size={16} aria-hidden="true" />}
          onClick={() => onContact(contact)}
        >
          <bdi>{t('{name}’s contact', { name: firstNameOf(contact.name) })}</bdi>
        </Button>
      )}
      {more === null ? null : (
        <Link className={buttonClassName({})} to={more.to}>
          {more.icon}
          {more.label}
        </Link>
      )}
    </div>
  );
}
