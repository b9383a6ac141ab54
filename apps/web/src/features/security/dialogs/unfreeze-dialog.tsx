import { listText, t } from '#language/t';
import { rich } from '../../../ui/rich.tsx';
import './dialogs.css';
import { Fingerprint, Mail } from 'lucide-react';
import { useState } from 'react';
import { DialogFooter } from '../../../reauthentication/dialog-footer.tsx';
import { SubmissionAlert } from '../../../reauthentication/submission-alert.tsx';
import { useSubmission } from '../../../reauthentication/use-submission.ts';
import { Modal } from '../../../ui/modal.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { unfreeze } from '../api/unfreeze.ts';
import type { DialogProps } from '../security-dialog.ts';
import { canPasskeyUnfreeze, untrustedFactors } from '../security-texts.ts';
import { useReread } from '../use-security-action.ts';
import { ConfirmationCodesForm } from './confirmation-codes-form.tsx';
import { type Confirmation, useConfirmationCodes } from './use-confirmation-codes.ts';

/** Unfreezes the account: with a passkey if one is old enough, or with the password and both codes. */
export default function UnfreezeDialog({ isOpen, onClose, settings }: DialogProps) {
  const [usesCodes, setUsesCodes] = useState(!canPasskeyUnfreeze(settings));
  const reread = useReread();

  async function finish(body: Confirmation | Record<string, never>) {
    const result = await unfreeze(body);
    // Another device may have unfrozen it already.
    if (!result.ok && result.error.code !== 'not-frozen') return result.error;
    await reread();
    onClose();
    return null;
  }
  const withPasskey = useSubmission(() => finish({}));
  const confirmation = useConfirmationCodes({ purpose: 'unfreeze', confirm: finish });
  const { sending, areSent } = confirmation;

  return (
    <Modal
      isOpen={isOpen}
      isStatic={areSent}
      onClose={onClose}
      title={t('Unfreeze your account')}
      footer={
        !usesCodes ? (
          <DialogFooter
            form={withPasskey}
            label={t('Unfreeze with passkey')}
            busyLabel={t('Waiting for you...')}
            icon={<Fingerprint className="icon" size={18} aria-hidden="true" />}
            closeLabel={t('Keep frozen')}
            onClose={onClose}
          />
        ) : areSent ? (
          <DialogFooter
            form={confirmation.form}
            label={t('Unfreeze')}
            busyLabel={t('Unfreezing...')}
            closeLabel={t('Keep frozen')}
            onClose={onClose}
          />
        ) : (
          <DialogFooter
            form={sending}
            label={t('Send both codes')}
            busyLabel={t('Sending...')}
            icon={<Mail className="icon" size={18} aria-hidden="true" />}
            closeLabel={t('Keep frozen')}
            onClose={onClose}
          />
        )
      }
    >
      {usesCodes && areSent ? (
        <ConfirmationCodesForm confirmation={confirmation} />
      ) : (
        <form
          id={(usesCodes ? sending : withPasskey).formId}
          className="security-dialog__form"
          onSubmit={(usesCodes ? sending : withPasskey).handleSubmit}
        >
          <p className="security-dialog__text">
            {usesCodes
              ? t(
                  'You need your password, and two codes: one by email and one by text. Payments work again right after.',
                )
              : t('Payments work again right after you confirm with your passkey.')}
          </p>
          {usesCodes ? <RemovalNotice removed={untrustedFactors(settings)} /> : null}
          {usesCodes ? null : <WithoutPasskey onUseCodes={() => setUsesCodes(true)} />}
          <SubmissionAlert form={usesCodes ? sending : withPasskey} />
        </form>
      )}
    </Modal>
  );
}

function RemovalNotice({ removed }: { removed: readonly string[] }) {
  if (removed.length === 0) return null;
  return (
    <Notice tone="warn" title={t('We’ll remove {names}.', { names: listText(removed) })}>
      {t(
        '{count, plural, one {It was added less than a day before the freeze, or after it. If that was you, add it again later.} other {They were added less than a day before the freeze, or after it. If that was you, add them again later.}}',
        { count: removed.length },
      )}
    </Notice>
  );
}

function WithoutPasskey({ onUseCodes }: { onUseCodes: () => void }) {
  return (
    <p className="security-dialog__hint">
      {rich('No passkey here? <button>Use your password and both codes</button>', {
        button: (inside) => (
          <button type="button" className="security-link" onClick={onUseCodes}>
            {inside}
          </button>
        ),
      })}
    </p>
  );
}
