import { t } from '#language/t';
import './contact-dialog.css';
import { useState } from 'react';
import type { SavedContact } from '#wire/wallet/saved-contact';
import type { BackGuard } from '../lib/modal-url/use-opened.ts';
import { showToast } from '../state/toast.ts';
import LeaveDialog from '../ui/leave-dialog.tsx';
import { Modal } from '../ui/modal.tsx';
import type { ContactContent } from './api/change-contacts.ts';
import { hasInput } from './contact-draft.ts';
import { ContactForm, SaveFooter } from './contact-form.tsx';
import { DeleteContactModal } from './delete-contact-modal.tsx';
import { LookAlikeFooter, LookAlikeView, safeChoiceOf } from './look-alike-view.tsx';
import { useContactForm } from './use-contact-form.ts';
import { useLeaving } from './use-leaving.ts';

export interface ContactDialogProps {
  isOpen: boolean;
  /** The one to change; null for a new one. */
  contact: SavedContact | null;
  /** What is known of a new one. */
  start?: Partial<ContactContent> | undefined;
  /** Called after saving and deleting too. */
  onClose: () => void;
  /** Called with the contact before the dialog closes. It may be one that was saved earlier and that the user chose. */
  onSaved?: ((contact: SavedContact) => void) | undefined;
  /** Has Back ask too before it loses what was entered. */
  guard?: BackGuard | undefined;
}

/**
 * Adds a contact, or changes or deletes one. Asks before it closes with something entered. Its state belongs to one
 * opening: give it another `key` for the next one.
 */
export default function ContactDialog(props: ContactDialogProps) {
  const { isOpen, contact, start, onClose, onSaved = () => {}, guard } = props;
  const form = useContactForm({ contact, start, onDone: finish });
  const leaving = useLeaving({ holdsInput: hasInput(form.draft), onClose, guard });
  const [isDeleting, setIsDeleting] = useState(false);

  function finish(saved: SavedContact) {
    onSaved(saved);
    onClose();
  }

  return (
    <>
      <ContactModal
        {...{ isOpen, contact, form }}
        onClose={leaving.request}
        onChosen={finish}
        onDelete={() => setIsDeleting(true)}
      />
      <LeaveDialog
        isOpen={isOpen && leaving.isConfirming}
        onKeep={leaving.keep}
        onDiscard={leaving.discard}
      />
      {contact === null ? null : (
        <DeleteContactModal
          isOpen={isOpen && isDeleting}
          contact={contact}
          onClose={() => setIsDeleting(false)}
          onDeleted={onClose}
        />
      )}
    </>
  );
}

interface ContactModalProps {
  isOpen: boolean;
  contact: SavedContact | null;
  form: ReturnType<typeof useContactForm>;
  onClose: () => void;
  /** Someone else in the contacts, who has the real address. */
  onChosen: (contact: SavedContact) => void;
  onDelete: () => void;
}

/** The form, or the warning about an address that imitates a known one. */
function ContactModal({ isOpen, contact, form, onClose, onChosen, onDelete }: ContactModalProps) {
  const { imitation, isBusy } = form;
  const [ticked, setTicked] = useState<string | null>(null);
  const isNew = contact === null;
  const modal = { isOpen, onClose, title: isNew ? t('Add contact') : t('Edit contact') };

  if (imitation === null) {
    return (
      <Modal {...modal} footer={<SaveFooter {...{ isBusy, isNew }} onCancel={onClose} />}>
        <ContactForm {...{ form, contact, onDelete }} />
      </Modal>
    );
  }
  const { entered, field } = imitation;
  const isTicked = ticked === entered;
  const safe = safeChoiceOf(imitation, contact);

  function takeSafe() {
    if (safe.owner !== undefined) {
      showToast(t('{name} is already in your contacts.', { name: safe.owner.name }), {
        tone: 'info',
      });
      onChosen(safe.owner);
    } else {
      form.change({ type: 'typed', field, text: safe.address ?? form.draft.start[field] });
      form.closeImitation();
    }
  }

  return (
    <Modal
      {...modal}
      footer={
        <LookAlikeFooter
          {...{ isTicked, isBusy }}
          safeLabel={safe.label}
          onSave={() => form.saveAnyway(entered)}
          onSafe={takeSafe}
        />
      }
    >
      <LookAlikeView
        {...{ imitation, isNew, isTicked }}
        key={entered}
        onTick={(isOn) => setTicked(isOn ? entered : null)}
      />
    </Modal>
  );
}
