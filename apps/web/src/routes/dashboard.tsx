import '../ui/card.css';
import { useQueryClient } from '@tanstack/react-query';
import { memo, Suspense, useCallback, useDeferredValue, useEffect } from 'react';
import type { Coin } from '#wire/wallet/coin';
import type { OperationView } from '#wire/wallet/operation';
import { useContacts } from '../contacts/api/contacts.ts';
import { AccountActions } from '../features/coins/account-actions.tsx';
import { AccountCard } from '../features/coins/account-card.tsx';
import { COINS_KEY } from '../features/coins/api/coins.ts';
import { PRIVATE_COINS_KEY } from '../features/coins/api/private-coins.ts';
import { useRefreshCoin } from '../features/coins/api/refresh-coin.ts';
import { useRefreshPrivateCoin } from '../features/coins/api/refresh-private-coin.ts';
import type { CoinAction, CoinActionsProps } from '../features/coins/coin-actions.tsx';
import { CoinList } from '../features/coins/coin-list.tsx';
import { OffReasonProvider, useOffReasonOf } from '../features/coins/off-reason.ts';
import { StaleNotice } from '../features/coins/stale-notice.tsx';
import { type BothBalances, useBothBalances } from '../features/coins/use-both-balances.ts';
import { useCoinsView } from '../features/coins/use-coins-view.ts';
import { OPERATIONS_KEY, useOpenOperations } from '../features/operations/api/operations.ts';
import { OperationStrips } from '../features/operations/operation-strips.tsx';
import { useWhenOperationEnds } from '../features/operations/use-when-operation-ends.ts';
import { approach } from '../lib/approach.ts';
import { lazyRoute } from '../lib/lazy-route.ts';
import { useModalInUrl, useOpenInUrl } from '../lib/modal-url/use-modal-in-url.ts';
import { useSearchParams } from '../lib/navigation/navigation.tsx';
import { isDataDear, untilIdle } from '../lib/until-idle.ts';
import { useUser } from '../state/auth-session.ts';
import { toggleDiscretion, useDiscretion } from '../state/discretion.ts';
import { useIsWelcomeDue, useWantsFirstSteps } from '../state/first-steps.ts';
import { setWalletMode, useWalletMode, type WalletMode } from '../state/wallet-mode.ts';
import { DashboardModal, LeaveDialog } from './dashboard-modal.tsx';
import { requestedAction, requestedMode } from './requested-action.ts';

const DashboardFirstSteps = lazyRoute(() => import('./dashboard-first-steps.tsx'));

/** /dashboard (§2): the wallet's home. */
export default function Dashboard() {
  const mode = useWalletMode();
  const [search] = useSearchParams();
  const requested = requestedMode(search);
  useEffect(() => {
    if (requested !== null) setWalletMode(requested);
  }, [requested]);
  return requested === null || requested === mode ? <WalletHome mode={mode} /> : null;
}

/** Both balances, and the coins of the chosen one. Switching the mode remounts the list, so that no modal carries over. */
function WalletHome({ mode }: { mode: WalletMode }) {
  const { id, wallet } = useUser();
  // The card follows at once, and a long list a moment later.
  const listed = useDeferredValue(mode);
  const views = useBothBalances(mode);
  const view = views[mode];
  const { isReading, read } = useCoinsView(mode);
  const { operations, readAll } = useOperationsInProgress();
  const openInUrl = useOpenInUrl();
  const hasSteps = useHasFirstSteps(views);
  const offReason = useOffReasonOf(view);
  useWelcome(id, openInUrl);
  usePreloads(mode, view.at !== 'loading');
  // Stable, so that rows are not rendered again.
  const open = useCallback(
    (action: CoinAction, coin: Coin | null) =>
      openInUrl({ do: action, ...(coin ? { coin: coin.id } : {}) }),
    [openInUrl],
  );
  return (
    <OffReasonProvider value={offReason}>
      {view.at === 'ready' && view.staleness ? (
        <StaleNotice staleness={view.staleness} isRetrying={isReading} onRetry={read} />
      ) : null}
      <AccountCard
        walletName={wallet.name}
        address={mode === 'public' ? wallet.publicWalletAddress : wallet.privateWalletAddress}
        mode={mode}
        views={views}
        onChooseMode={setWalletMode}
        onShow={toggleDiscretion}
        actions={<AccountActions mode={mode} view={view} onOpen={open} />}
      />
      <OperationsInProgress operations={operations} />
      {hasSteps ? (
        <Suspense fallback={null}>
          <DashboardFirstSteps views={views} operations={operations} onOpen={openInUrl} />
        </Suspense>
      ) : null}
      <ListedCoins
        key={listed}
        mode={listed}
        isBelowSteps={hasSteps}
        onAct={open}
        onStarted={readAll}
      />
    </OffReasonProvider>
  );
}

function OperationsInProgress({ operations }: { operations: readonly OperationView[] }) {
  return <OperationStrips operations={operations} isHidden={useDiscretion()} />;
}

/** Shows the welcome when a new user first reaches the dashboard, after what the URL asks for. */
function useWelcome(userId: string, openInUrl: ReturnType<typeof useOpenInUrl>) {
  const isDue = useIsWelcomeDue(userId);
  const [search] = useSearchParams();
  const isNext = isDue && !search.has('do');
  useEffect(() => {
    if (isNext) openInUrl({ do: 'welcome' });
  }, [isNext, openInUrl]);
}

/** Loads what users most likely open next, once the page shows its coins and has nothing else to do. */
function usePreloads(mode: WalletMode, isShown: boolean) {
  useEffect(() => {
    if (!isShown || isDataDear()) return;
    const pay = mode === 'public' ? 'send' : 'internal-transfer';
    void untilIdle().then(() => {
      for (const action of [pay, 'receive']) approach(`?do=${action}`);
    });
  }, [mode, isShown]);
}

/** Not before both balances are known: what is done is decided by them. */
function useHasFirstSteps({ public: open, private: shielded }: BothBalances): boolean {
  const areKnown = open.at === 'ready' && shielded.at === 'ready';
  const isWanted = useWantsFirstSteps(areKnown && open.isEmpty && shielded.isEmpty);
  return areKnown && isWanted;
}

interface ListedCoinsProps {
  mode: WalletMode;
  /** The first steps say how to add money. */
  isBelowSteps: boolean;
  onAct: (action: CoinAction, coin: Coin | null) => void;
  /** Called when an operation is accepted. */
  onStarted: () => void;
}

/** The coins of one balance, and the modals about them. Memoized, because it waits while the card changes. */
const ListedCoins = memo(function ListedCoins(props: ListedCoinsProps) {
  const { mode, isBelowSteps, onAct, onStarted } = props;
  const { view, isReading, read } = useCoinsView(mode);
  const { refreshingIds, refresh } = useRefreshOf(mode);
  const [search] = useSearchParams();
  const contacts = useContacts(search.has('to'));
  const known = contacts.isError ? [] : contacts.data;
  const modals = useModalInUrl((params) => requestedAction(params, { view, contacts: known }));
  const { modal } = modals;
  return (
    <>
      <CoinList
        mode={mode}
        view={view}
        isBelowSteps={isBelowSteps}
        refreshingIds={refreshingIds}
        isRetrying={isReading}
        onRetry={read}
        onRefresh={refresh}
        onAct={onAct}
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
          onStarted={onStarted}
        />
      ) : null}
      {modal ? (
        <Suspense fallback={null}>
          <LeaveDialog isOpen={modals.isLeaving} onKeep={modals.keep} onDiscard={modals.discard} />
        </Suspense>
      ) : null}
    </>
  );
});

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

  const readAll = useCallback(() => {
    void client.invalidateQueries({ queryKey: OPERATIONS_KEY });
    readCoins();
  }, [client, readCoins]);
  return { operations: operations ?? [], readAll };
}

function goPublic() {
  setWalletMode('public');
}
