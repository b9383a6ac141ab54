import './account-card.css';
import { type ReactNode, useState } from 'react';
import { clockText } from '../../lib/elapsed.ts';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { ShortAddress } from '../../ui/address.tsx';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ModeChip } from '../../ui/mode-mark.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AccountPattern } from './account-pattern.tsx';
import { AccountTotal, type Currency } from './account-total.tsx';
import { AllocationBar } from './allocation-bar.tsx';
import type { CoinsView } from './coins-view.ts';

interface AccountCardProps {
  walletName: string;
  address: string;
  mode: WalletMode;
  view: CoinsView;
  isHidden: boolean;
  /** The buttons below the bar. */
  actions: ReactNode;
}

/** The wallet card: name, mode, total, allocation, address and actions. */
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
          <AccountTotal view={view} currency={currency} isHidden={isHidden} />
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
        <div className={`account-card__actions account-card__actions--${mode}`}>{actions}</div>
      </div>
    </section>
  );
}

const CURRENCIES = [
  { value: 'USD', label: 'USD' },
  { value: 'KAX', label: 'KAX' },
] as const;

function AllocationSkeleton() {
  return (
    <div className="allocation allocation--loading">
      <Skeleton height={8} />
      <Skeleton width={240} height={12} />
    </div>
  );
}
