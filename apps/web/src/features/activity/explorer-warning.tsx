import { ConfirmationModal } from '../../ui/confirmation-modal.tsx';

interface ExplorerWarningProps {
  /** The page that was asked for; null while none is. */
  url: string | null;
  onOpen: (url: string) => void;
  onClose: () => void;
}

/** Looking a private movement up in public ties it to whoever looks; nobody should do that unawares. */
export function ExplorerWarning({ url, onOpen, onClose }: ExplorerWarningProps) {
  function openAndClose() {
    if (url !== null) onOpen(url);
    onClose();
  }
  return (
    <ConfirmationModal
      isOpen={url !== null}
      title="Open a public explorer?"
      message="The explorer learns your internet address and which private transaction interests you."
      description="Whoever runs it can tie the two together."
      primaryLabel="Open it"
      secondaryLabel="Stay here"
      onPrimary={openAndClose}
      onSecondary={onClose}
    />
  );
}
