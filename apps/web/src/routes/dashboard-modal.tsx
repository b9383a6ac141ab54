import { type ReactNode, Suspense } from 'react';
import type { Chain, Coin } from '#wire/wallet/coin';
import type { OperationView } from '#wire/wallet/operation';
import { useKnownCoins } from '../features/coins/use-known-coins.ts';
import { OperationProgress } from '../features/operations/operation-progress.tsx';
import { onApproach } from '../lib/approach.ts';
import { lazyRoute } from '../lib/lazy-route.ts';
import type { ModalInUrl } from '../lib/modal-url/use-modal-in-url.ts';
import type { Replacement } from '../lib/modal-url/use-replacement.ts';
import { useUser } from '../state/auth-session.ts';
import type { WalletMode } from '../state/wallet-mode.ts';
import { actionIn, type ModalName, type RequestedAction } from './requested-action.ts';

const DashboardSend = lazyRoute(() => import('./dashboard-send.tsx'));
const ReceiveModal = lazyRoute(() => import('../features/receive/receive-modal.tsx'));
const DashboardShield = lazyRoute(() => import('./dashboard-shield.tsx'));
const DashboardWelcome = lazyRoute(() => import('./dashboard-welcome.tsx'));
const DashboardTransfer = lazyRoute(() => import('./dashboard-transfer.tsx'));
/** Confirms that what was entered in one of them is lost. */
export const LeaveDialog = lazyRoute(() => import('../ui/leave-dialog.tsx'));

const LOADED_BY_ACTION = {
  send: DashboardSend,
  receive: ReceiveModal,
  shield: DashboardShield,
  unshield: DashboardShield,
  'internal-transfer': DashboardTransfer,
  welcome: DashboardWelcome,
} as const satisfies Readonly<Record<ModalName, unknown>>;

onApproach(({ searchParams }) => {
  const action = actionIn(searchParams);
  if (action === null) return;
  LOADED_BY_ACTION[action].preload();
  LeaveDialog.preload();
});

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
  return <Suspense fallback={null}>{modalOf(props)}</Suspense>;
}

function modalOf(props: DashboardModalProps): ReactNode {
  const { modal, mode, chains, onClose, onInput, onReplace, onStarted } = props;
  const { action, coin, contact, isGuided } = modal.subject;
  const common = { isOpen: modal.isOpen, onClose };
  if (action === 'receive') {
    return <Receive {...common} mode={mode} coin={coin} onInput={onInput} />;
  }
  if (action === 'welcome') return <DashboardWelcome {...common} onReplace={onReplace} />;
  if (coin === null) return null;
  const form = { ...common, chains, coin, onInput, onReplace, renderProgress };
  switch (action) {
    case 'send':
      return <DashboardSend {...form} contact={contact} onSent={onStarted} />;
    case 'internal-transfer':
      return <DashboardTransfer {...form} contact={contact} onStarted={onStarted} />;
    default:
      return (
        <DashboardShield {...form} direction={action} isGuided={isGuided} onStarted={onStarted} />
      );
  }
}

interface ReceiveProps {
  isOpen: boolean;
  onClose: () => void;
  mode: WalletMode;
  coin: Coin | null;
  onInput: (hasInput: boolean) => void;
}

function Receive({ isOpen, onClose, mode, coin, onInput }: ReceiveProps) {
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
      onInput={onInput}
    />
  );
}

function renderProgress(operation: OperationView, onChange?: (operation: OperationView) => void) {
  return <OperationProgress operation={operation} onChange={onChange} />;
}
