import { t } from '#language/t';
import { ConfirmationModal } from '../../ui/confirmation-modal.tsx';

interface ExplorerWarningProps {
  /** The requested page; null when none is requested. */
  url: string | null;
  onOpen: (url: string) => void;
  onClose: () => void;
}

/** Warns that looking up a private transaction in a public explorer links it to the user. */
export function ExplorerWarning({ url, onOpen, onClose }: ExplorerWarningProps) {
  function openAndClose() {
    if (url !== null) onOpen(url);
    onClose();
  }
  return (
    <ConfirmationModal
      isOpen={url !== null}
      title={t('Open a public explorer?')}
      message={t('The explorer sees your IP address and which private transaction you looked up.')}
      description={t('Its operator could link the two.')}
      primaryLabel={t('Open explorer')}
      secondaryLabel={t('Stay here')}
      onPrimary={openAndClose}
      onSecondary={onClose}
    />
  );
}
