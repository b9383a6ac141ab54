import { t } from '#language/t';
import './page-head.css';
import { UserPlus } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { DeleteContactModal } from '../contacts/delete-contact-modal.tsx';
import { useContactDialog } from '../contacts/use-contact-dialog.tsx';
import { ContactList } from '../features/contacts/contact-list.tsx';
import { useNavigate } from '../lib/navigation/navigation.tsx';
import { paths } from '../paths.ts';
import { useWalletMode, type WalletMode } from '../state/wallet-mode.ts';
import { Button } from '../ui/button.tsx';

/** /contacts (§2): everyone whom the user saved. */
export default function Contacts() {
  const mode = useWalletMode();
  const navigate = useNavigate();
  const { open, dialog } = useContactDialog();
  const [deleted, setDeleted] = useState<SavedContact | null>(null);
  const [isDeleting, setIsDeleting] = useState(false);
  // Stable, so that rows are not rendered again.
  const handleSend = useCallback(
    (contact: SavedContact) => navigate(sendPathOf(contact, mode)),
    [navigate, mode],
  );
  const handleEdit = useCallback((contact: SavedContact) => open({ contact }), [open]);
  const handleDelete = useCallback((contact: SavedContact) => {
    setDeleted(contact);
    setIsDeleting(true);
  }, []);
  const add = () => open({ contact: null });
  const closeDeleting = () => setIsDeleting(false);

  return (
    <>
      <title>{t('Contacts · Kax')}</title>
      <div className="page-head">
        <div>
          <h1 className="page-title">{t('Contacts')}</h1>
          <p>{t('Other people can’t see this list. We store it encrypted.')}</p>
        </div>
        <Button
          variant="filled"
          icon={<UserPlus className="icon" size={17} aria-hidden="true" />}
          onClick={add}
        >
          {t('Add contact')}
        </Button>
      </div>
      <ContactList onAdd={add} onSend={handleSend} onEdit={handleEdit} onDelete={handleDelete} />
      {dialog}
      {deleted ? (
        <DeleteContactModal
          key={deleted.id}
          isOpen={isDeleting}
          contact={deleted}
          onClose={closeDeleting}
          onDeleted={closeDeleting}
        />
      ) : null}
    </>
  );
}

/** @returns the dashboard with the form that pays this contact; in the current mode, if the contact has its address */
function sendPathOf({ id, publicAddress, privateAddress }: SavedContact, mode: WalletMode): string {
  const isPrivate = privateAddress !== null && (mode === 'private' || publicAddress === null);
  const search = new URLSearchParams({ do: isPrivate ? 'internal-transfer' : 'send', to: id });
  return `${paths.dashboard}?${search}`;
}
