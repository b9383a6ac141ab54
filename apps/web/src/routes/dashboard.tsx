import '../ui/card.css';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { Coin } from '#wire/wallet/coin';
import { useContacts } from '../contacts/api/contacts.ts';
import { AccountCard } from '../features/coins/account-card.tsx';
import { COINS_KEY } from '../features/coins/api/coins.ts';
import { PRIVATE_COINS_KEY } from '../features/coins/api/private-coins.ts';
import { useRefreshCoin } from '../features/coins/api/refresh-coin.ts';
import { useRefreshPrivateCoin } from '../features/coins/api/refresh-private-coin.ts';
import type { CoinAction, CoinActionsProps } from '../features/coins/coin-actions.tsx';
import { CoinList } from '../features/coins/coin-list.tsx';
import type { CoinsView } from '../features/coins/coins-view.ts';
import { PrivateActions } from '../features/coins/private-actions.tsx';
import { PublicActions } from '../features/coins/public-actions.tsx';
import { StaleNotice } from '../features/coins/stale-notice.tsx';
import { firstUsable } from '../features/coins/usable-coin.ts';
import { useCoinsView } from '../features/coins/use-coins-view.ts';
import { OPERATIONS_KEY, useOpenOperations } from '../features/operations/api/operations.ts';
import { OperationStrips } from '../features/operations/operation-strips.tsx';
import { useWhenOperationEnds } from '../features/operations/use-when-operation-ends.ts';
import { lazyRoute } from '../lib/lazy-route.ts';
import { useModalInUrl } from '../lib/modal-url/use-modal-in-url.ts';
import { useUser } from '../state/auth-session.ts';
import { useDiscretion } from '../state/discretion.ts';
import { setWalletMode, useWalletMode, type WalletMode } from '../state/wallet-mode.ts';
import { DashboardModal } from './dashboard-modal.tsx';
import { requestedAction, requestedMode } from './requested-action.ts';

const LeaveDialog = lazyRoute(() => import('../ui/leave-dialog.tsx'));

/** /dashboard (§2): the wallet's home. Switching the mode remounts it, so that no open modal or state carries over. */
export default function Dashboard() {
  const mode = useWalletMode();
  const [search] = useSearchParams();
  const requested = requestedMode(search);
  useEffect(() => {
    if (requested !== null) setWalletMode(requested);
  }, [requested]);
  return requested === null || requested === mode ? <WalletHome key={mode} mode={mode} /> : null;
}

function WalletHome({ mode }: { mode: WalletMode }) {
  const { wallet } = useUser();
  const isHidden = useDiscretion();
  const { view, isReading, read } = useCoinsView(mode);
  const { refreshingIds, refresh } = useRefreshOf(mode);
  const { operations, readAll } = useOperationsInProgress();
  const [search] = useSearchParams();
  const contacts = useContacts(search.has('to'));
  const known = contacts.isError ? [] : contacts.data;
  const modals = useModalInUrl((params) => requestedAction(params, { view, contacts: known }));
  const { modal, open: openInUrl } = modals;
  // Stable, so that rows are not rendered again.
  const open = useCallback(
    (action: CoinAction, coin: Coin | null) =>
      openInUrl({ do: action, ...(coin ? { coin: coin.id } : {}) }),
    [openInUrl],
  );

  return (
    <>
      {view.at === 'ready' && view.staleness ? (
        <StaleNotice staleness={view.staleness} isRetrying={isReading} onRetry={read} />
      ) : null}
      <AccountCard
        walletName={wallet.name}
        address={mode === 'public' ? wallet.publicWalletAddress : wallet.privateWalletAddress}
        mode={mode}
        view={view}
        isHidden={isHidden}
        actions={<AccountActions mode={mode} view={view} onOpen={open} />}
      />
      <OperationStrips operations={operations} isHidden={isHidden} />
      <CoinList
        mode={mode}
        view={view}
        isHidden={isHidden}
        refreshingIds={refreshingIds}
        isRetrying={isReading}
        onRetry={read}
        onRefresh={refresh}
        onAct={open}
        onGoPublic={goPublic}
      />
      {modal ? (
        <DashboardModal
          key={modal.opening}
          modal={modal}
          mode={mode}
          chains={view.at === 'ready' ? view.chains : []}
          onClose={modals.close}
          onInput={modals.setHasInput}
          onReplace={modals.replace}
          onStarted={readAll}
        />
      ) : null}
      {modal ? (
        <Suspense fallback={null}>
          <LeaveDialog isOpen={modals.isLeaving} onKeep={modals.keep} onDiscard={modals.discard} />
        </Suspense>
      ) : null}
    </>
  );
}

interface AccountActionsProps {
  mode: WalletMode;
  view: CoinsView;
  onOpen: (action: CoinAction, coin: Coin | null) => void;
}

/** The buttons of the account card. Each starts with the first coin it applies to. */
function AccountActions({ mode, view, onOpen }: AccountActionsProps) {
  const first = firstUsable(view);
  const shieldable = firstUsable(view, (coin) => coin.isShieldable);
  const onReceive = () => onOpen('receive', null);
  return mode === 'public' ? (
    <PublicActions
      isWaiting={view.at === 'loading'}
      canSend={first !== null}
      onSend={() => first && onOpen('send', first)}
      onReceive={onReceive}
    />
  ) : (
    <PrivateActions
      canTransfer={first !== null}
      canUnshield={shieldable !== null}
      onReceive={onReceive}
      onTransfer={() => first && onOpen('internal-transfer', first)}
      onUnshield={() => shieldable && onOpen('unshield', shieldable)}
    />
  );
}

function useRefreshOf(mode: WalletMode): {
  refreshingIds: ReadonlySet<string>;
  refresh: CoinActionsProps['onRefresh'];
} {
  const open = useRefreshCoin();
  const shielded = useRefreshPrivateCoin();
  return mode === 'public' ? open : shielded;
}

/** The operations in progress. Both balances are refetched when one starts and when one ends. */
function useOperationsInProgress() {
  const client = useQueryClient();
  const { data: operations } = useOpenOperations();
  const readCoins = useCallback(() => {
    for (const queryKey of [COINS_KEY, PRIVATE_COINS_KEY]) {
      void client.invalidateQueries({ queryKey });
    }
  }, [client]);
  useWhenOperationEnds(operations, readCoins);

  function readAll() {
    void client.invalidateQueries({ queryKey: OPERATIONS_KEY });
    readCoins();
  }
  return { operations: operations ?? [], readAll };
}

function goPublic() {
  setWalletMode('public');
}
