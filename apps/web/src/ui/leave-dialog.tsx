import { t } from '#language/t';
import { ConfirmationModal } from './confirmation-modal.tsx';

interface LeaveDialogProps {
  isOpen: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks before a form is closed that holds something the user entered. */
export default function LeaveDialog({ isOpen, onKeep, onDiscard }: LeaveDialogProps) {
  return (
    <ConfirmationModal
      isOpen={isOpen}
      title={t('Close this form?')}
      message={t('What you entered will be lost.')}
      primaryLabel={t('Close')}
      secondaryLabel={t('Keep editing')}
      isDanger
      onPrimary={onDiscard}
      onSecondary={onKeep}
    />
  );
}
