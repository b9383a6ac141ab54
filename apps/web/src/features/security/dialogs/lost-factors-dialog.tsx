import { t } from '#language/t';
import { rich } from '../../../ui/rich.tsx';
import './dialogs.css';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { DialogFooter } from '../../../reauthentication/dialog-footer.tsx';
import { SubmissionAlert } from '../../../reauthentication/submission-alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { removeLostFactors } from '../api/remove-lost-factors.ts';
import type { DialogProps } from '../security-dialog.ts';
import { whenText } from '../security-texts.ts';
import { useReread } from '../use-security-action.ts';
import { ConfirmationCodesForm } from './confirmation-codes-form.tsx';
import { useConfirmationCodes } from './use-confirmation-codes.ts';

/** Requests the removal of all second factors, for an owner who lost them. */
export default function LostFactorsDialog({ isOpen, onClose, settings }: DialogProps) {
  const [removedAt, setRemovedAt] = useState<string | null>(null);
  const reread = useReread();
  const confirmation = useConfirmationCodes({
    purpose: 'lost-factors',
    confirm: async (body) => {
      const result = await removeLostFactors(body);
      if (!result.ok) return result.error;
      setRemovedAt(result.data.removedAt);
      await reread();
      return null;
    },
  });
  const { sending, areSent } = confirmation;

  return (
    <Modal
      isOpen={isOpen}
      isStatic={areSent}
      onClose={onClose}
      title={removedAt ? t('Removal requested') : t('Lost your passkey and app?')}
      footer={
        removedAt ? (
          <Button size="lg" variant="filled" autoFocus onClick={onClose}>
            {t('Done')}
          </Button>
        ) : areSent ? (
          <DialogFooter
            form={confirmation.form}
            label={t('Request removal')}
            busyLabel={t('Requesting...')}
            isDanger
            onClose={onClose}
          />
        ) : (
          <DialogFooter
            form={sending}
            label={t('Send both codes')}
            busyLabel={t('Sending...')}
            icon={<Mail className="icon" size={18} aria-hidden="true" />}
            onClose={onClose}
          />
        )
      }
    >
      {removedAt ? (
        <Requested removedAt={removedAt} />
      ) : areSent ? (
        <ConfirmationCodesForm confirmation={confirmation} />
      ) : (
        <form id={sending.formId} className="security-dialog__form" onSubmit={sending.handleSubmit}>
          {settings.recoveryCodesLeft > 0 ? <StillHasCodes /> : null}
          <FactList
            facts={[
              {
                tone: 'plain',
                text: t('You need your password, and codes from your email and phone.'),
              },
              {
                tone: 'warn',
                text: t('After 7 days, we remove all passkeys, the app and the recovery codes.'),
              },
              {
                tone: 'good',
                text: t(
                  'We notify you by email and text. Anyone signed in to your account can cancel it.',
                ),
              },
            ]}
          />
          <SubmissionAlert form={sending} />
        </form>
      )}
    </Modal>
  );
}

function Requested({ removedAt }: { removedAt: string }) {
  return (
    <p className="security-dialog__text" role="status">
      {t(
        'We’ll remove them {when}. Found one in the meantime? Select “Keep them” at the top of this page.',
        { when: whenText(Date.parse(removedAt), Date.now()) },
      )}
    </p>
  );
}

function StillHasCodes() {
  return (
    <p className="security-dialog__text">
      {rich(
        '<b>Do you still have a recovery code?</b> Use it instead: it works right away wherever Kax needs your passkey or app.',
        { b: (inside) => <b>{inside}</b> },
      )}
    </p>
  );
}
