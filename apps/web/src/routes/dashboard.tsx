import '../ui/card.css';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useState } from 'react';
import type { Coin } from '#wire/wallet/coin';
import type { OperationView } from '#wire/wallet/operation';
import { AccountCard } from '../features/coins/account-card.tsx';
import { COINS_KEY } from '../features/coins/api/coins.ts';
import { useRefreshCoin } from '../features/coins/api/refresh-coin.ts';
import { CoinList } from '../features/coins/coin-list.tsx';
import type { CoinsView } from '../features/coins/coins-view.ts';
import { PrivateAccount } from '../features/coins/private-account.tsx';
import { PublicActions } from '../features/coins/public-actions.tsx';
import { StaleNotice } from '../features/coins/stale-notice.tsx';
import { useCoinsView } from '../features/coins/use-coins-view.ts';
import { OPERATIONS_KEY, useOpenOperations } from '../features/operations/api/operations.ts';
import { OperationProgress } from '../features/operations/operation-progress.tsx';
import { OperationStrips } from '../features/operations/operation-strips.tsx';
import { useWhenOperationEnds } from '../features/operations/use-when-operation-ends.ts';
import { lazyRoute } from '../lib/lazy-route.ts';
import { useUser } from '../state/auth-session.ts';
import { useDiscretion } from '../state/discretion.ts';
import { setWalletMode, useWalletMode } from '../state/wallet-mode.ts';

const SendModal = lazyRoute(() => import('../features/send/send-modal.tsx'));
const ReceiveModal = lazyRoute(() => import('../features/receive/receive-modal.tsx'));

/** /dashboard (§2): the wallet's home, in the mode in force. */
export default function Dashboard() {
  const { wallet } = useUser();
  if (useWalletMode() === 'public') return <PublicDashboard />;
  return (
    <PrivateAccount
      walletName={wallet.name}
      address={wallet.privateWalletAddress}
      onGoPublic={() => setWalletMode('public')}
    />
  );
}

function PublicDashboard() {
  const { wallet } = useUser();
  const isHidden = useDiscretion();
  const { view, isReading, read } = useCoinsView();
  const { refreshingIds, refresh } = useRefreshCoin();
  const { operations, readAfterPayment } = useOperationsUnderWay();
  const { modal, openSend, openReceive, closeModal } = useModal();

  const firstCoin = firstSendable(view);
  return (
    <>
      {view.at === 'ready' && view.staleness ? (
        <StaleNotice staleness={view.staleness} isRetrying={isReading} onRetry={read} />
      ) : null}
      <AccountCard
        walletName={wallet.name}
        address={wallet.publicWalletAddress}
        mode="public"
        view={view}
        isHidden={isHidden}
        actions={
          <PublicActions
            isWaiting={view.at === 'loading'}
            canSend={firstCoin !== null}
            onSend={() => firstCoin && openSend(firstCoin)}
            onReceive={() => openReceive(null)}
          />
        }
      />
      <OperationStrips operations={operations} isHidden={isHidden} />
      <CoinList
        view={view}
        isHidden={isHidden}
        refreshingIds={refreshingIds}
        isRetrying={isReading}
        onRetry={read}
        onRefresh={refresh}
        onSend={openSend}
        onReceive={openReceive}
      />
      {modal ? (
        <DashboardModal
          key={modal.opening}
          modal={modal}
          view={view}
          address={wallet.publicWalletAddress}
          onClose={closeModal}
          onSent={readAfterPayment}
        />
      ) : null}
    </>
  );
}

/** Payments under way; balances are read again when one begins and when one ends. */
function useOperationsUnderWay() {
  const client = useQueryClient();
  const { data: operations } = useOpenOperations();
  const readCoins = useCallback(() => client.invalidateQueries({ queryKey: COINS_KEY }), [client]);
  useWhenOperationEnds(operations, readCoins);

  function readAfterPayment() {
    void client.invalidateQueries({ queryKey: OPERATIONS_KEY });
    void readCoins();
  }
  return { operations: operations ?? [], readAfterPayment };
}

/** The last modal that was opened; it stays known while it leaves. */
interface OpenedModal {
  readonly name: 'send' | 'receive';
  readonly coin: Coin | null;
  readonly isOpen: boolean;
  /** Each opening begins anew. */
  readonly opening: number;
}

function useModal() {
  const [modal, setModal] = useState<OpenedModal | null>(null);
  const open = useCallback((name: OpenedModal['name'], coin: Coin | null) => {
    setModal((last) => ({ name, coin, isOpen: true, opening: (last?.opening ?? 0) + 1 }));
  }, []);
  const openSend = useCallback((coin: Coin) => open('send', coin), [open]);
  const openReceive = useCallback((coin: Coin | null) => open('receive', coin), [open]);
  const closeModal = useCallback(() => {
    setModal((last) => (last ? { ...last, isOpen: false } : last));
  }, []);
  return { modal, openSend, openReceive, closeModal };
}

interface DashboardModalProps {
  modal: OpenedModal;
  view: CoinsView;
  address: string;
  onClose: () => void;
  onSent: () => void;
}

/** Deposits from outside arrive on Polygon unless a coin of another chain was asked for (§9). */
const POLYGON = { name: 'Polygon', symbol: 'POL' } as const;

function DashboardModal({ modal, view, address, onClose, onSent }: DashboardModalProps) {
  const { name, coin, isOpen } = modal;
  return (
    <Suspense fallback={null}>
      {name === 'send' && coin && view.at === 'ready' ? (
        <SendModal
          isOpen={isOpen}
          onClose={onClose}
          chains={view.chains}
          coin={coin}
          onSent={onSent}
          renderProgress={renderProgress}
        />
      ) : null}
      {name === 'receive' ? (
        <ReceiveModal
          isOpen={isOpen}
          onClose={onClose}
          address={address}
          chain={coin ? { name: coin.chain, symbol: coin.chainSymbol } : POLYGON}
        />
      ) : null}
    </Suspense>
  );
}

function renderProgress(operation: OperationView) {
  return <OperationProgress operation={operation} />;
}

/** Sending waits while a chain does not answer; another chain's coins can go. */
function firstSendable(view: CoinsView): Coin | null {
  if (view.at !== 'ready') return null;
  const { coins, staleness } = view;
  if (staleness && staleness.chainNames.length === 0) return null;
  return coins.find((coin) => coin.availableBaseUnits !== '0' && !coin.isStale) ?? null;
}
