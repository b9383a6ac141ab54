import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { t } from '#language/t';
import { SubmissionAlert } from '../../../reauthentication/submission-alert.tsx';
import { useSubmission } from '../../../reauthentication/use-submission.ts';
import { ConfirmationModal } from '../../../ui/confirmation-modal.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { type ListedWrap, removeOwnerWrap, WRAPS_KEY } from '../api/owner-wraps.ts';

interface RemoveWrapDialogProps {
  wrap: ListedWrap;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before a way to open the keys is removed. */
export default function RemoveWrapDialog({ wrap, isOpen, onClose }: RemoveWrapDialogProps) {
  const isPasskey = wrap.kind === 'passkey';
  const client = useQueryClient();
  const form = useSubmission(async () => {
    const result = await removeOwnerWrap(wrap.id);
    // Another device may have removed it already.
    if (!result.ok && result.error.code !== 'unknown-owner-wrap') return result.error;
    await client.invalidateQueries({ queryKey: WRAPS_KEY });
    onClose();
    return null;
  });

  return (
    <ConfirmationModal
      isOpen={isOpen}
      isDanger
      icon={<Trash2 className="icon" size={22} aria-hidden="true" />}
      title={t('Remove “{name}”?', { name: wrap.label })}
      description={
        isPasskey
          ? t('Then also delete it from your device’s passwords, so that it isn’t offered again.')
          : t('Then also destroy the paper.')
      }
      secondaryLabel={t('Keep it')}
      primaryLabel={t('Remove')}
      isBusy={form.isBusy}
      onSecondary={onClose}
      onPrimary={form.submit}
    >
      <FactList
        facts={[
          { tone: 'plain', text: t('We delete what it opens. It no longer approves payments.') },
          {
            tone: 'warn',
            text: t(
              'If someone has it and copied our data before, it still opens your keys. Then move your money to a new wallet.',
            ),
          },
          { tone: 'good', text: t('Your other ways and your 12 words still work.') },
        ]}
      />
      <SubmissionAlert form={form} />
    </ConfirmationModal>
  );
}
