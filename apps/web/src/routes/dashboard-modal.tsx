import { type ReactNode, Suspense } from 'react';
import type { Chain, Coin } from '#wire/wallet/coin';
import type { OperationView } from '#wire/wallet/operation';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { type AddressKind, chosenContact } from '../contacts/chosen-recipient.ts';
import { useKnownCoins } from '../features/coins/use-known-coins.ts';
import { OperationProgress } from '../features/operations/operation-progress.tsx';
import { lazyRoute } from '../lib/lazy-route.ts';
import type { ModalInUrl } from '../lib/modal-url/use-modal-in-url.ts';
import type { Replacement } from '../lib/modal-url/use-replacement.ts';
import type { HandOver } from '../money-form/hand-over.ts';
import { choosePayee, NO_PAYEE, type Payee } from '../money-form/payee.ts';
import { useUser } from '../state/auth-session.ts';
import type { WalletMode } from '../state/wallet-mode.ts';
import type { RequestedAction } from './requested-action.ts';
import { useHandOver } from './use-hand-over.ts';
import { usePrivateFunds } from './use-private-funds.ts';

const SendModal = lazyRoute(() => import('../features/send/send-modal.tsx'));
const ReceiveModal = lazyRoute(() => import('../features/receive/receive-modal.tsx'));
const ShieldModal = lazyRoute(() => import('../features/shield/shield-modal.tsx'));
const InternalTransferModal = lazyRoute(
  () => import('../features/internal-transfer/internal-transfer-modal.tsx'),
);

interface DashboardModalProps {
  modal: ModalInUrl<RequestedAction>;
  mode: WalletMode;
  chains: readonly Chain[];
  onClose: () => void;
  /** Called with whether closing the modal would lose something. */
  onInput: (hasInput: boolean) => void;
  /** Puts another modal in the place of this one. */
  onReplace: (next: Replacement) => void;
  /** Called when an operation is accepted; the server finishes it. */
  onStarted: () => void;
}

/** The modals of the dashboard, each loaded when it is first needed. */
export function DashboardModal(props: DashboardModalProps) {
  const handOver = useHandOver(props.onReplace);
  return <Suspense fallback={null}>{modalOf(props, handOver)}</Suspense>;
}

function modalOf(props: DashboardModalProps, handOver: HandOver): ReactNode {
  const { modal, mode, chains, onClose, onInput, onStarted } = props;
  const { action, coin, contact } = modal.subject;
  const common = { isOpen: modal.isOpen, onClose };
  if (action === 'receive') return <Receive {...common} mode={mode} coin={coin} />;
  if (coin === null) return null;
  const form = { ...common, chains, coin, onInput, renderProgress };
  switch (action) {
    case 'send':
      return (
        <SendModal
          {...form}
          filledIn={{ amount: '', ...payeeOf(contact, 'public') }}
          privateOption={{ useFunds: usePrivateFunds, handOver }}
          onSent={onStarted}
        />
      );
    case 'internal-transfer':
      return (
        <InternalTransferModal
          {...form}
          payee={payeeOf(contact, 'private')}
          onHandOver={handOver}
          onStarted={onStarted}
        />
      );
    default:
      return (
        <ShieldModal {...form} direction={action} onHandOver={handOver} onStarted={onStarted} />
      );
  }
}

function payeeOf(contact: SavedContact | null, kind: AddressKind): Payee {
  return contact === null ? NO_PAYEE : choosePayee(chosenContact(contact), kind);
}

interface ReceiveProps {
  isOpen: boolean;
  onClose: () => void;
  mode: WalletMode;
  coin: Coin | null;
}

function Receive({ isOpen, onClose, mode, coin }: ReceiveProps) {
  const { wallet } = useUser();
  const coins = useKnownCoins();
  return (
    <ReceiveModal
      isOpen={isOpen}
      onClose={onClose}
      mode={mode}
      addressByMode={{ public: wallet.publicWalletAddress, private: wallet.privateWalletAddress }}
      coin={coin}
      coins={coins}
    />
  );
}

function renderProgress(operation: OperationView, onChange?: (operation: OperationView) => void) {
  return <OperationProgress operation={operation} onChange={onChange} />;
}
