import { t } from '#language/t';
import './dialogs.css';
import { Snowflake } from 'lucide-react';
import { SubmissionAlert } from '../../../reauthentication/submission-alert.tsx';
import { useSubmission } from '../../../reauthentication/use-submission.ts';
import { ConfirmationModal } from '../../../ui/confirmation-modal.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { freeze } from '../api/freeze.ts';
import type { DialogProps } from '../security-dialog.ts';
import { useReread } from '../use-security-action.ts';

/** Asks before the account is frozen. */
export default function FreezeDialog({ isOpen, onClose, settings }: DialogProps) {
  const reread = useReread();
  const form = useSubmission(async () => {
    const result = await freeze();
    if (!result.ok) return result.error;
    await reread();
    onClose();
    return null;
  });
  const snow = { className: 'icon', 'aria-hidden': true } as const;

  return (
    <ConfirmationModal
      isOpen={isOpen}
      icon={<Snowflake {...snow} size={22} />}
      title={t('Freeze your account?')}
      description={
        settings.passkeys.length > 0
          ? t(
              'To unfreeze, you’ll need a passkey you’ve had for a day, or your password and both codes.',
            )
          : t('To unfreeze, you’ll need your password and both codes.')
      }
      secondaryLabel={t('Not now')}
      primaryLabel={t('Freeze now')}
      primaryIcon={<Snowflake {...snow} size={18} />}
      isBusy={form.isBusy}
      onSecondary={onClose}
      onPrimary={form.submit}
    >
      <FactList
        facts={[
          { tone: 'good', text: t('No payment, swap or export can leave Kax.') },
          { tone: 'plain', text: t('You still receive money.') },
          {
            tone: 'warn',
            text: t(
              'Your 12 words still work in other apps. If someone has them, move your money to a new wallet instead.',
            ),
          },
        ]}
      />
      <SubmissionAlert form={form} />
    </ConfirmationModal>
  );
}
