import type { SavedContact } from '#wire/wallet/saved-contact';
import InternalTransferModal, {
  type InternalTransferModalProps,
} from '../features/internal-transfer/internal-transfer-modal.tsx';
import type { Replacement } from '../lib/modal-url/use-replacement.ts';
import { contactPayee } from '../money-form/payee.ts';
import { useHandOver } from './use-hand-over.ts';

interface DashboardTransferProps extends Omit<InternalTransferModalProps, 'payee' | 'onHandOver'> {
  contact: SavedContact | null;
  onReplace: (next: Replacement) => void;
}

/** Internal Transfer, which can go on with the public balance. Loaded when it is first needed. */
export default function DashboardTransfer({ contact, onReplace, ...form }: DashboardTransferProps) {
  const handOver = useHandOver(onReplace);
  const payee = contactPayee(contact, 'private');
  return <InternalTransferModal {...form} payee={payee} onHandOver={handOver} />;
}
