import './coin-list.css';
import { PiggyBank } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatUsd } from '#domain/price/format-usd';
import type { Chain, Coin } from '#wire/wallet/coin';
import { elapsedText } from '../../lib/elapsed.ts';
import { useNow } from '../../lib/use-now.ts';
import { paths } from '../../paths.ts';
import { buttonClassName } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Secret } from '../../ui/secret.tsx';
import { CoinRows } from './coin-rows.tsx';
import { CoinSkeletons } from './coin-skeletons.tsx';
import type { CoinsView } from './coins-view.ts';
import { coinValueUsd } from './total-balance.ts';

export interface CoinListProps {
  view: CoinsView;
  isHidden: boolean;
  refreshingIds: ReadonlySet<string>;
  isRetrying: boolean;
  onRetry: () => void;
  onRefresh: (coinId: string) => void;
  onSend: (coin: Coin) => void;
  onReceive: (coin: Coin) => void;
}

/** The coins by chain, in whichever of its states: loading, failed, empty, full. */
export function CoinList(props: CoinListProps) {
  const { view } = props;
  const isFull = view.at === 'ready' && !view.isEmpty;
  return (
    <CoinListFrame
      aside={isFull && !view.staleness ? <Updated at={view.updatedAt} /> : null}
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

/** The sheet with the three links of the wallet's home. */
export function CoinListFrame({ aside, hasHead, children }: FrameProps) {
  return (
    <section className="card coin-list" aria-label="Coins">
      <div className="coin-list__top">
        <nav className="coin-list__nav" aria-label="Wallet">
          <Link to={paths.dashboard} aria-current="page">
            Coins
          </Link>
          <Link to={paths.nfts}>NFT Collection</Link>
          <Link to={paths.dapps}>dApps</Link>
        </nav>
        {aside}
      </div>
      {hasHead ? (
        <div className="coin-list__head" aria-hidden="true">
          <span>Coin</span>
          <span>Price, 24 h</span>
          <span>Last 24 h</span>
          <span>Wallet address</span>
          <span>Balance</span>
        </div>
      ) : null}
      {children}
    </section>
  );
}

function Updated({ at }: { at: number }) {
  const now = useNow(1_000);
  return <span className="coin-list__updated">Updated {elapsedText(at, now)}</span>;
}

function CoinListBody(props: CoinListProps) {
  const { view, isRetrying, onRetry } = props;
  if (view.at === 'loading') return <CoinSkeletons />;
  if (view.at === 'failed') {
    return (
      <ErrorState title="Balances could not be read" onRetry={onRetry} isRetrying={isRetrying}>
        {view.message} Your money is on the chain and is not touched by this.
      </ErrorState>
    );
  }
  if (view.isEmpty) return <NoCoins />;
  return view.chains.map((chain) => <ChainSection key={chain.chainId} {...props} chain={chain} />);
}

function NoCoins() {
  return (
    <EmptyState
      icon={<PiggyBank className="icon" size={24} aria-hidden="true" />}
      title="Nothing in here yet"
      actions={
        <>
          <Link to={paths.depositCurrency} className={buttonClassName({ variant: 'filled' })}>
            Deposit
          </Link>
          <Link to={paths.onRamping} className={buttonClassName({})}>
            Acquire
          </Link>
        </>
      }
    >
      Bring in POL, KAX or USDC on Polygon. Your coins show up here a few seconds after the chain
      has them.
    </EmptyState>
  );
}

function ChainSection(props: CoinListProps & { chain: Chain }) {
  const { chain, isHidden } = props;
  return (
    <section className="chain-section" aria-label={chain.name}>
      <div className="chain-section__head">
        <Mark src={chain.image} letters={chain.name} size={20} shape="tile" />
        <h2>{chain.name}</h2>
        <span className="chain-section__count">
          {chain.coins.length} {chain.coins.length === 1 ? 'coin' : 'coins'}
        </span>
        <span className="chain-section__value">
          <Secret isHidden={isHidden} width="4.6em">
            {formatUsd(chainValueUsd(chain), { places: 2, rounding: 'down' })}
          </Secret>
        </span>
      </div>
      <CoinRows
        coins={chain.coins}
        chainImage={chain.image}
        isHidden={isHidden}
        refreshingIds={props.refreshingIds}
        onRefresh={props.onRefresh}
        onSend={props.onSend}
        onReceive={props.onReceive}
      />
    </section>
  );
}

function chainValueUsd(chain: Chain): bigint {
  return chain.coins.reduce((total, coin) => total + (coinValueUsd(coin) ?? 0n), 0n);
}
