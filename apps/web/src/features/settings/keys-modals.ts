/** Props shared by all modals about keys. */
export interface KeysModalProps {
  isOpen: boolean;
  onClose: () => void;
}
