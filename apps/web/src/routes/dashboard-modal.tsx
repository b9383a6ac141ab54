import { type ReactNode, Suspense } from 'react';
import type { Chain, Coin } from '#wire/wallet/coin';
import type { OperationView } from '#wire/wallet/operation';
import { OperationProgress } from '../features/operations/operation-progress.tsx';
import { lazyRoute } from '../lib/lazy-route.ts';
import type { ModalInUrl } from '../lib/modal-url/use-modal-in-url.ts';
import { useUser } from '../state/auth-session.ts';
import type { WalletMode } from '../state/wallet-mode.ts';
import type { RequestedAction } from './requested-action.ts';

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
  /** Called when an operation is accepted; the server finishes it. */
  onStarted: () => void;
}

/** The modals of the dashboard, each loaded when it is first needed. */
export function DashboardModal(props: DashboardModalProps) {
  return <Suspense fallback={null}>{modalOf(props)}</Suspense>;
}

function modalOf(props: DashboardModalProps): ReactNode {
  const { modal, mode, chains, onClose, onInput, onStarted } = props;
  const { action, coin } = modal.subject;
  const common = { isOpen: modal.isOpen, onClose };
  if (action === 'receive') return <Receive {...common} mode={mode} coin={coin} />;
  if (coin === null) return null;
  const form = { ...common, chains, coin, onInput, renderProgress };
  switch (action) {
    case 'send':
      return <SendModal {...form} onSent={onStarted} />;
    case 'internal-transfer':
      return <InternalTransferModal {...form} onStarted={onStarted} />;
    default:
      return <ShieldModal {...form} direction={action} onStarted={onStarted} />;
  }
}

interface ReceiveProps {
  isOpen: boolean;
  onClose: () => void;
  mode: WalletMode;
  coin: Coin | null;
}

/** Deposits arrive on Polygon unless the modal was opened for a coin on another chain (§9). */
const POLYGON = { name: 'Polygon', symbol: 'POL' } as const;

function Receive({ isOpen, onClose, mode, coin }: ReceiveProps) {
  const { wallet } = useUser();
  return (
    <ReceiveModal
      isOpen={isOpen}
      onClose={onClose}
      mode={mode}
      address={mode === 'public' ? wallet.publicWalletAddress : wallet.privateWalletAddress}
      chain={coin ? { name: coin.chain, symbol: coin.chainSymbol } : POLYGON}
    />
  );
}

function renderProgress(operation: OperationView, onChange?: (operation: OperationView) => void) {
  return <OperationProgress operation={operation} onChange={onChange} />;
}
