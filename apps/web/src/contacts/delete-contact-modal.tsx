import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { t } from '#language/t';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { reasonOf } from '../lib/api-result.ts';
import { showToast } from '../state/toast.ts';
import { ConfirmationModal } from '../ui/confirmation-modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { removeContact } from './api/change-contacts.ts';
import { dropContact } from './api/store-contacts.ts';

interface DeleteContactModalProps {
  isOpen: boolean;
  contact: SavedContact;
  onClose: () => void;
  /** The contact is gone, here or on another device. */
  onDeleted: () => void;
}

/** Asks before a contact is deleted, and says what stays. */
export function DeleteContactModal(props: DeleteContactModalProps) {
  const { isOpen, contact, onClose, onDeleted } = props;
  const client = useQueryClient();
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function remove() {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    setProblem(null);
    const error = await removeContact(contact.id);
    setIsBusy(false);
    isRunning.current = false;
    if (error === null || error.code === 'unknown-contact') {
      await dropContact(client, contact.id);
      showToast(t('{name} was deleted from your contacts.', { name: contact.name }));
      onDeleted();
    } else {
      setProblem(reasonOf(error) ?? t('Can’t reach Kax. Try again.'));
    }
  }

  return (
    <ConfirmationModal
      isOpen={isOpen}
      isDanger
      isBusy={isBusy}
      icon={<Trash2 className="icon" size={22} aria-hidden="true" />}
      title={t('Delete {name}?', { name: contact.name })}
      message={t('Your payments stay in your activity, with the address instead of the name.')}
      primaryLabel={t('Delete contact')}
      secondaryLabel={t('Keep')}
      onPrimary={() => void remove()}
      onSecondary={() => {
        setProblem(null);
        onClose();
      }}
    >
      {problem === null ? null : (
        <Notice tone="bad" isAlert>
          {problem}
        </Notice>
      )}
    </ConfirmationModal>
  );
}
