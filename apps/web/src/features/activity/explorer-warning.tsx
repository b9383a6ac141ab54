import { ConfirmationModal } from '../../ui/confirmation-modal.tsx';

interface ExplorerWarningProps {
  /** The page that was asked for; null while none is. */
  url: string | null;
  onOpen: (url: string) => void;
  onClose: () => void;
}

/** Looking a private movement up in public ties it to whoever looks; no one should do that unawares. */
export function ExplorerWarning({ url, onOpen, onClose }: ExplorerWarningProps) {
  function openAndClose() {
    if (url !== null) onOpen(url);
    onClose();
  }
  return (
    <ConfirmationModal
      isOpen={url !== null}
      title="Open a public explorer?"
      message="The explorer sees your IP address and which private transaction you looked up."
      description="Its operator could link the two."
      primaryLabel="Open explorer"
      secondaryLabel="Stay here"
      onPrimary={openAndClose}
      onSecondary={onClose}
    />
  );
}
