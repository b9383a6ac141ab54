import { t } from '#language/t';
import './dialogs.css';
import { useState } from 'react';
import { DialogFooter } from '../../../reauthentication/dialog-footer.tsx';
import { SubmissionAlert } from '../../../reauthentication/submission-alert.tsx';
import { useSubmission } from '../../../reauthentication/use-submission.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { newRecoveryCodes } from '../api/new-recovery-codes.ts';
import type { DialogProps } from '../security-dialog.ts';
import { methodsOf } from '../security-texts.ts';
import { useReread } from '../use-security-action.ts';
import { RecoveryCodesModal } from './recovery-codes-modal.tsx';

/** Replaces the recovery codes, and shows the new ones once. */
export default function NewRecoveryCodesDialog({ isOpen, onClose, settings }: DialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const reread = useReread();
  const form = useSubmission(async () => {
    const result = await newRecoveryCodes();
    if (!result.ok) return result.error;
    setCodes(result.data.recoveryCodes);
    await reread();
    return null;
  });

  if (codes !== null) {
    return <RecoveryCodesModal isOpen={isOpen} codes={codes} onClose={onClose} />;
  }
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('Replace recovery codes')}
      footer={
        <DialogFooter
          form={form}
          label={t('Replace codes')}
          busyLabel={t('Replacing...')}
          onClose={onClose}
        />
      }
    >
      <form id={form.formId} className="security-dialog__form" onSubmit={form.handleSubmit}>
        <FactList
          facts={[
            { tone: 'good', text: t('You get 10 new codes, shown this once.') },
            { tone: 'warn', text: oldCodesText(settings.recoveryCodesLeft) },
            {
              tone: 'plain',
              text: t(
                '{methods, select, app {You approve this with a code from your app.} passkey {You approve this with your passkey.} other {You approve this with your passkey or a code.}}',
                { methods: methodsOf(settings) },
              ),
            },
          ]}
        />
        <SubmissionAlert form={form} />
      </form>
    </Modal>
  );
}

function oldCodesText(left: number): string {
  return t(
    '{count, plural, =0 {You have no codes left.} one {The code you have stops working.} other {The # codes you have stop working.}}',
    { count: left },
  );
}
