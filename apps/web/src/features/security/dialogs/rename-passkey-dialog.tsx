import { t } from '#language/t';
import './dialogs.css';
import { useState } from 'react';
import type { Passkey } from '#wire/security/second-factor';
import { DialogFooter } from '../../../reauthentication/dialog-footer.tsx';
import { SubmissionAlert } from '../../../reauthentication/submission-alert.tsx';
import { useSubmission } from '../../../reauthentication/use-submission.ts';
import { TextField } from '../../../ui/field.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { useErrorInView } from '../../../ui/use-error-in-view.ts';
import { useInitialFocus } from '../../../ui/use-initial-focus.ts';
import { renamePasskey } from '../api/rename-passkey.ts';
import type { DialogProps } from '../security-dialog.ts';
import { useReread } from '../use-security-action.ts';

const LONGEST_NAME = 50;

/** Renames a passkey. */
export default function RenamePasskeyDialog(props: DialogProps & { passkey: Passkey }) {
  const { isOpen, onClose, passkey } = props;
  const [name, setName] = useState(passkey.name);
  const reread = useReread();
  const form = useSubmission(async () => {
    const result = await renamePasskey(passkey.id, name.trim());
    if (!result.ok) return result.error;
    await reread();
    onClose();
    return null;
  });
  const formRef = useErrorInView(form.error);
  useInitialFocus(formRef);
  const isNotValid = form.error?.code === 'name-not-valid';

  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('Rename passkey')}
      footer={
        <DialogFooter
          form={form}
          label={t('Save name')}
          busyLabel={t('Saving...')}
          isDisabled={name.trim() === '' || name.trim() === passkey.name}
          onClose={onClose}
        />
      }
    >
      <form
        ref={formRef}
        id={form.formId}
        className="security-dialog__form"
        onSubmit={form.handleSubmit}
      >
        <TextField
          label={t('Name')}
          aside={
            <span className="security-dialog__count">
              {t('{count} of {most}', { count: name.length, most: LONGEST_NAME })}
            </span>
          }
          hint={t('A name you’ll recognize when you’re in a hurry.')}
          error={isNotValid ? t('Use up to 50 visible characters.') : null}
          autoComplete="off"
          maxLength={LONGEST_NAME}
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <SubmissionAlert form={form} except={['name-not-valid']} />
      </form>
    </Modal>
  );
}
