/** What every modal about the keys is given. */
export interface KeysModalProps {
  isOpen: boolean;
  onClose: () => void;
}
