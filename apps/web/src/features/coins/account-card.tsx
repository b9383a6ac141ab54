import './account-card.css';
import { type ReactNode, useState } from 'react';
import { baseUnitsToDisplay, groupThousands } from '#domain/amount/base-units-to-display';
import { formatUsd } from '#domain/price/format-usd';
import { clockText } from '../../lib/elapsed.ts';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { ShortAddress } from '../../ui/address.tsx';
import { Amount } from '../../ui/amount.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Change } from '../../ui/change.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ModeChip } from '../../ui/mode-mark.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AccountPattern } from './account-pattern.tsx';
import { AllocationBar } from './allocation-bar.tsx';
import type { CoinsView } from './coins-view.ts';
import { type TotalBalance, totalBalance, type UsdChange } from './total-balance.ts';

type Currency = 'USD' | 'KAX';

interface AccountCardProps {
  walletName: string;
  address: string;
  mode: WalletMode;
  view: CoinsView;
  isHidden: boolean;
  /** The buttons below the bar. */
  actions: ReactNode;
}

/** The wallet in one card: name, mode, total, what it consists of, address, and what can be done. */
export function AccountCard(props: AccountCardProps) {
  const { walletName, address, mode, view, isHidden, actions } = props;
  const [currency, setCurrency] = useState<Currency>('USD');
  const isReady = view.at === 'ready';
  return (
    <section className="card account-card" aria-label="Account">
      <AccountPattern mode={mode} />
      <div className="account-card__main">
        <div className="account-card__name">
          <h1>{walletName}</h1>
          <ModeChip mode={mode} />
        </div>
        <div>
          <div className="account-card__caption">
            {currency === 'USD' ? 'Total balance' : 'Your KAX'}
            {isReady && view.staleness ? (
              <Badge tone="warn">As of {clockText(view.staleness.asOf)}</Badge>
            ) : null}
            <div className="account-card__currency">
              <Tabs
                label="Display currency"
                value={currency}
                tabs={CURRENCIES}
                onChange={setCurrency}
              />
            </div>
          </div>
          <Total view={view} currency={currency} isHidden={isHidden} />
        </div>
        <div className="account-card__address">
          <ShortAddress address={address} />
          <CopyButton text={address} />
          <span className="account-card__address-word">
            {mode === 'public' ? 'Public address' : 'Private address'}
          </span>
        </div>
      </div>
      <div className="account-card__side">
        {isReady ? <AllocationBar coins={view.coins} isHidden={isHidden} /> : null}
        {view.at === 'loading' ? <AllocationSkeleton /> : null}
        <div className="account-card__actions">{actions}</div>
      </div>
    </section>
  );
}

const CURRENCIES = [
  { value: 'USD', label: 'USD' },
  { value: 'KAX', label: 'KAX' },
] as const;

interface TotalProps {
  view: CoinsView;
  currency: Currency;
  isHidden: boolean;
}

function Total({ view, currency, isHidden }: TotalProps) {
  if (view.at === 'loading') return <TotalSkeleton />;
  if (view.at === 'failed') return <UnknownTotal />;
  const total = totalBalance(view.coins);
  return (
    <>
      <div className="account-card__figure">
        <Secret isHidden={isHidden} width="4.6em">
          <Amount size="total" {...totalText(total, currency)} />
        </Secret>
      </div>
      <div className="account-card__change">
        {currency === 'USD' ? <TotalNotes total={total} isHidden={isHidden} /> : KAX_NOTE}
      </div>
    </>
  );
}

const KAX_NOTE = 'KAX only; other coins are not converted';

function totalText(total: TotalBalance, currency: Currency): { text: string; symbol?: string } {
  if (currency === 'USD') return { text: formatUsd(total.usd, { places: 2, rounding: 'down' }) };
  return { text: groupThousands(baseUnitsToDisplay(total.kax, total.kaxDecimals)), symbol: 'KAX' };
}

function TotalNotes({ total, isHidden }: { total: TotalBalance; isHidden: boolean }) {
  const { change, withoutPrice } = total;
  return (
    <>
      {change ? <ChangeOfTotal change={change} isHidden={isHidden} /> : 'No movement yet'}
      {withoutPrice.length > 0 ? <Badge>Without {withoutPrice.join(', ')}, no price</Badge> : null}
    </>
  );
}

function ChangeOfTotal({ change, isHidden }: { change: UsdChange; isHidden: boolean }) {
  return (
    <>
      <Secret isHidden={isHidden} width="4em">
        <span
          className={`account-card__difference account-card__difference--${change.isUp ? 'up' : 'down'}`}
        >
          {change.isUp ? '+' : '−'}
          {formatUsd(change.difference, { places: 2, rounding: 'down' })}
        </span>
      </Secret>
      <Change percent={change.percent} />
      in 24 hours
    </>
  );
}

function TotalSkeleton() {
  return (
    <>
      <div className="account-card__figure">
        <Skeleton width={236} height={40} />
      </div>
      <div className="account-card__change">
        <Skeleton width={150} />
      </div>
    </>
  );
}

function UnknownTotal() {
  return (
    <>
      <div className="account-card__figure account-card__figure--unknown">—</div>
      <div className="account-card__change">Not read yet</div>
    </>
  );
}

function AllocationSkeleton() {
  return (
    <div className="allocation allocation--loading">
      <Skeleton height={8} />
      <Skeleton width={240} height={12} />
    </div>
  );
}
