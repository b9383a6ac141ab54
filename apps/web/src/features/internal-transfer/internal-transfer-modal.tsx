import type { ReactNode } from 'react';
import type { Coin } from '#wire/wallet/coin';
import type { OperationView } from '#wire/wallet/operation';

export interface InternalTransferModalProps {
  isOpen: boolean;
  onClose: () => void;
  /** The coin to begin with. */
  coin: Coin;
  /** The transfer was accepted; it goes on by itself. */
  onStarted: () => void;
  /** Draws how the transfer goes on. */
  renderProgress: (operation: OperationView) => ReactNode;
}

export default function InternalTransferModal(_props: InternalTransferModalProps) {
  return null;
}
