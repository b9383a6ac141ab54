import { type ReactNode, Suspense, useCallback, useState } from 'react';
import type { Chain, Coin } from '#wire/wallet/coin';
import type { OperationView } from '#wire/wallet/operation';
import type { CoinAction } from '../features/coins/coin-actions.tsx';
import { OperationProgress } from '../features/operations/operation-progress.tsx';
import { lazyRoute } from '../lib/lazy-route.ts';
import { useUser } from '../state/auth-session.ts';
import type { WalletMode } from '../state/wallet-mode.ts';

const SendModal = lazyRoute(() => import('../features/send/send-modal.tsx'));
const ReceiveModal = lazyRoute(() => import('../features/receive/receive-modal.tsx'));
const ShieldModal = lazyRoute(() => import('../features/shield/shield-modal.tsx'));
const InternalTransferModal = lazyRoute(
  () => import('../features/internal-transfer/internal-transfer-modal.tsx'),
);

/** The last modal that was opened; kept during its closing animation. */
export interface OpenedModal {
  readonly action: CoinAction;
  /** Null for Receive without a coin. */
  readonly coin: Coin | null;
  readonly isOpen: boolean;
  /** Increments on each opening, so that the modal starts fresh. */
  readonly opening: number;
}

/** Tracks which of the wallet's modals is open. */
export function useDashboardModal() {
  const [modal, setModal] = useState<OpenedModal | null>(null);
  const open = useCallback((action: CoinAction, coin: Coin | null) => {
    setModal((last) => ({ action, coin, isOpen: true, opening: (last?.opening ?? 0) + 1 }));
  }, []);
  const close = useCallback(() => {
    setModal((last) => (last ? { ...last, isOpen: false } : last));
  }, []);
  return { modal, open, close };
}

interface DashboardModalProps {
  modal: OpenedModal;
  mode: WalletMode;
  chains: readonly Chain[];
  onClose: () => void;
  /** Called when an operation is accepted; the server finishes it. */
  onStarted: () => void;
}

/** The modals of the dashboard, each loaded when it is first needed. */
export function DashboardModal(props: DashboardModalProps) {
  return <Suspense fallback={null}>{modalOf(props)}</Suspense>;
}

function modalOf({ modal, mode, chains, onClose, onStarted }: DashboardModalProps): ReactNode {
  const { action, coin, isOpen } = modal;
  const common = { isOpen, onClose };
  if (action === 'receive') return <Receive {...common} mode={mode} coin={coin} />;
  if (coin === null) return null;
  switch (action) {
    case 'send':
      return (
        <SendModal
          {...common}
          chains={chains}
          coin={coin}
          onSent={onStarted}
          renderProgress={renderProgress}
        />
      );
    case 'internal-transfer':
      return (
        <InternalTransferModal
          {...common}
          chains={chains}
          coin={coin}
          onStarted={onStarted}
          renderProgress={renderProgress}
        />
      );
    default:
      return (
        <ShieldModal
          {...common}
          chains={chains}
          coin={coin}
          direction={action}
          onStarted={onStarted}
          renderProgress={renderProgress}
        />
      );
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
