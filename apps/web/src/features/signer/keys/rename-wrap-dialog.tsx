import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#language/t';
import { DialogFooter } from '../../../reauthentication/dialog-footer.tsx';
import { SubmissionAlert } from '../../../reauthentication/submission-alert.tsx';
import { useSubmission } from '../../../reauthentication/use-submission.ts';
import { Modal } from '../../../ui/modal.tsx';
import { useErrorInView } from '../../../ui/use-error-in-view.ts';
import { useInitialFocus } from '../../../ui/use-initial-focus.ts';
import { type ListedWrap, renameOwnerWrap, WRAPS_KEY } from '../api/owner-wraps.ts';
import { WrapNameField } from '../wrap-name-field.tsx';

interface RenameWrapDialogProps {
  wrap: ListedWrap;
  isOpen: boolean;
  onClose: () => void;
}

/** Renames a way to open the keys. */
export default function RenameWrapDialog({ wrap, isOpen, onClose }: RenameWrapDialogProps) {
  const [name, setName] = useState(wrap.label);
  const client = useQueryClient();
  const form = useSubmission(async () => {
    const result = await renameOwnerWrap(wrap.id, name.trim());
    if (!result.ok) return result.error;
    await client.invalidateQueries({ queryKey: WRAPS_KEY });
    onClose();
    return null;
  });
  const formRef = useErrorInView(form.error);
  useInitialFocus(formRef);

  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('Rename “{name}”', { name: wrap.label })}
      footer={
        <DialogFooter
          form={form}
          label={t('Save name')}
          busyLabel={t('Saving...')}
          isDisabled={name.trim() === '' || name.trim() === wrap.label}
          onClose={onClose}
        />
      }
    >
      <form ref={formRef} id={form.formId} onSubmit={form.handleSubmit}>
        <WrapNameField label={t('Name')} value={name} error={form.error} onChange={setName} />
        <SubmissionAlert form={form} except={['name-not-valid']} />
      </form>
    </Modal>
  );
}
