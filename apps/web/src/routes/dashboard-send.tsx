import type { SavedContact } from '#wire/wallet/saved-contact';
import SendModal, { type SendModalProps } from '../features/send/send-modal.tsx';
import type { Replacement } from '../lib/modal-url/use-replacement.ts';
import { contactPayee } from '../money-form/payee.ts';
import { useHandOver, useHandOverLink } from './use-hand-over.ts';
import { usePrivateFunds } from './use-private-funds.ts';

interface DashboardSendProps extends Omit<SendModalProps, 'filledIn' | 'privateOption'> {
  contact: SavedContact | null;
  onReplace: (next: Replacement) => void;
}

/** Send Assets, which can go on with the private balance. Loaded when it is first needed. */
export default function DashboardSend({ contact, onReplace, ...form }: DashboardSendProps) {
  const handOver = useHandOver(onReplace);
  const handOverLink = useHandOverLink(onReplace);
  return (
    <SendModal
      {...form}
      filledIn={{ amount: '', ...contactPayee(contact, 'public') }}
      privateOption={{ useFunds: usePrivateFunds, handOver, handOverLink }}
    />
  );
}
