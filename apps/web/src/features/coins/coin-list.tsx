import { t } from '#language/t';
import './coin-list.css';
import { type ReactNode, useMemo } from 'react';
import type { Chain } from '#wire/wallet/coin';
import { elapsedText } from '../../lib/elapsed.ts';
import { Link } from '../../lib/navigation/navigation.tsx';
import { useNow } from '../../lib/use-now.ts';
import { paths } from '../../paths.ts';
import { useDiscretion } from '../../state/discretion.ts';
import { useMoney } from '../../state/money.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Mark } from '../../ui/mark.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { CoinActionsProps } from './coin-actions.tsx';
import { CoinRows } from './coin-rows.tsx';
import { CoinSkeletons } from './coin-skeletons.tsx';
import type { CoinsView } from './coins-view.ts';
import { NoCoins, NoPrivateCoins } from './no-coins.tsx';
import { coinValueUsd } from './total-balance.ts';

export interface CoinListProps extends Pick<CoinActionsProps, 'mode' | 'onRefresh' | 'onAct'> {
  view: CoinsView;
  /** What is above already says how to add money. */
  isBelowSteps: boolean;
  refreshingIds: ReadonlySet<string>;
  isRetrying: boolean;
  onRetry: () => void;
  /** Switches from the empty private balance to the public one, to shield coins there. */
  onGoPublic: () => void;
}

/** The coins by chain, or the loading, failed or empty state. */
export function CoinList(props: CoinListProps) {
  const { view } = props;
  const isFull = view.at === 'ready' && !view.isEmpty;
  return (
    <CoinListFrame
      aside={
        <span className="coin-list__aside">
          <span className="mode-chip">
            <ModeMark mode={props.mode} size={14} />
            {props.mode === 'public' ? t('Public coins') : t('Private coins')}
          </span>
          {view.at === 'ready' ? (
            <Freshness view={view} />
          ) : (
            <span className="coin-list__updated" />
          )}
        </span>
      }
      hasHead={isFull || view.at === 'loading'}
    >
      <CoinListBody {...props} />
    </CoinListFrame>
  );
}

interface FrameProps {
  aside?: ReactNode;
  hasHead: boolean;
  children: ReactNode;
}

/** The card around the list, with the three links of the wallet's home. */
export function CoinListFrame({ aside, hasHead, children }: FrameProps) {
  return (
    <section className="card coin-list" aria-label={t('Coins')}>
      <div className="coin-list__top">
        <nav className="coin-list__nav" aria-label={t('Wallet')}>
          <Link to={paths.dashboard} aria-current="page">
            {t('Coins')}
          </Link>
          <Link to={paths.nfts}>{t('NFT Collection')}</Link>
          <Link to={paths.dapps}>{t('dApps')}</Link>
        </nav>
        {aside}
      </div>
      {hasHead ? (
        <div className="coin-list__head" aria-hidden="true">
          <span>{t('Coin')}</span>
          <span>{t('Price, 24 h')}</span>
          <span>{t('Last 24 h')}</span>
          <span>{t('Wallet address')}</span>
          <span>{t('Balance')}</span>
        </div>
      ) : null}
      {children}
    </section>
  );
}

/** When the list was updated. Stale figures are reported at the top of the page instead. */
function Freshness({ view }: { view: Extract<CoinsView, { at: 'ready' }> }) {
  if (view.staleness) return null;
  if (view.isScanning) {
    return (
      <span className="coin-list__updated coin-list__looking" role="status">
        <Spinner size={12} />
        {t('Checking for updates')}
      </span>
    );
  }
  return view.isEmpty ? null : <Updated at={view.updatedAt} />;
}

function Updated({ at }: { at: number }) {
  const now = useNow(1_000);
  return (
    <span className="coin-list__updated">
      {t('Updated {elapsed}', { elapsed: elapsedText(at, now) })}
    </span>
  );
}

function CoinListBody(props: CoinListProps) {
  const { view, mode, isRetrying, onRetry, onGoPublic } = props;
  if (view.at === 'loading') return <CoinSkeletons isOpening={view.isOpening} />;
  if (view.at === 'failed') {
    return (
      <ErrorState
        title={t('Couldn’t load your balances')}
        onRetry={onRetry}
        isRetrying={isRetrying}
      >
        {t('{message} Your money isn’t affected.', { message: view.message })}
      </ErrorState>
    );
  }
  if (view.isEmpty) {
    if (props.isBelowSteps) {
      return (
        <p className="coin-list__opening">
          {mode === 'public'
            ? t('Your coins appear here a few seconds after they arrive.')
            : t('Coins that you make private appear here, hidden on Polygon.')}
        </p>
      );
    }
    return mode === 'public' ? <NoCoins /> : <NoPrivateCoins onGoPublic={onGoPublic} />;
  }
  return view.chains.map((chain) => <ChainSection key={chain.chainId} {...props} chain={chain} />);
}

function ChainSection(props: CoinListProps & { chain: Chain }) {
  const { chain } = props;
  return (
    <section className="chain-section" aria-label={chain.name}>
      <div className="chain-section__head">
        <Mark src={chain.image} letters={chain.name} size={20} shape="tile" />
        <h2>{chain.name}</h2>
        <span className="chain-section__count">
          {t('{count, plural, one {# coin} other {# coins}}', { count: chain.coins.length })}
        </span>
        <span className="chain-section__value">
          <ChainValue chain={chain} />
        </span>
      </div>
      <CoinRows
        coins={chain.coins}
        chainImage={chain.image}
        refreshingIds={props.refreshingIds}
        mode={props.mode}
        onRefresh={props.onRefresh}
        onAct={props.onAct}
      />
    </section>
  );
}

function ChainValue({ chain }: { chain: Chain }) {
  const isHidden = useDiscretion();
  const money = useMoney();
  const value = useMemo(() => chainValueUsd(chain), [chain]);
  return (
    <Secret isHidden={isHidden} width="4.6em">
      {money.short(value)}
    </Secret>
  );
}

function chainValueUsd(chain: Chain): bigint {
  return chain.coins.reduce((total, coin) => total + (coinValueUsd(coin) ?? 0n), 0n);
}
